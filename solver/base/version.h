/* Which Zermelo this is. Both texts are made when the program is built. */
#ifndef ZERMELO_BASE_VERSION_H
#define ZERMELO_BASE_VERSION_H

extern const char version_text[];  /* "1.0.0" */
extern const char revision_text[]; /* git revision of the sources, or "unknown" outside a checkout */

#endif
