/* Which Zermelo this is. Both texts are made when the program is built. */
#ifndef ZERMELO_BASE_VERSION_H
#define ZERMELO_BASE_VERSION_H

extern const char zermelo_version[];  /* "1.0.0" */
extern const char zermelo_revision[]; /* git revision of the sources, or "unknown" outside a checkout */

#endif
