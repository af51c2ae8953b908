/* Is a page of HTML what it should be? Questions of the tests of reports. */
#ifndef ZERMELO_TESTS_HTML_H
#define ZERMELO_TESTS_HTML_H

#include "support/support.h"

/** How often the text is on the page. */
size_t occurrences (const char *page, const char *text);

/** Every element is closed, in order; every & starts an entity; every id stands once. */
void assert_well_formed (const char *page);

/** Nothing is fetched from anywhere: no address, no script, no reference but inside the page. */
void assert_self_contained (const char *page);

#endif
