#include "serve/http.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HOST_MOST = 256 };

/* Extract the name from "127.0.0.1:8064" or "[::1]:8064". False: the text has another form. */
static bool name_of_host (const char *text, char name[HOST_MOST]) {
  const bool bracket = *text == '[';
  const size_t length = strcspn (text + bracket, bracket ? "]" : ":");
  const char *end = text + bracket + length;
  if (length == 0 || length >= HOST_MOST || (bracket && *end++ != ']'))
    return false;
  memcpy (name, text + bracket, length);
  name[length] = 0;
  const size_t digits = *end == ':' ? strspn (end + 1, "0123456789") : 0;
  return *end == 0 || (digits > 0 && digits <= 5 && end[1 + digits] == 0);
}

static bool is_number (const char *name) {
  struct in6_addr ignored;
  return inet_pton (AF_INET, name, &ignored) == 1 || inet_pton (AF_INET6, name, &ignored) == 1;
}

/* Is a host name one of this server's? A name that a foreign name server could point at this machine is
 * not. */
static bool is_our_name (const char *name, const char *address, bool any) {
  char machine[HOST_MOST] = "";
  if (strcasecmp (name, "localhost") == 0 || strcmp (name, "127.0.0.1") == 0 || strcmp (name, "::1") == 0
      || strcmp (name, address) == 0)
    return true;
  if (!any)
    return false;
  gethostname (machine, sizeof machine - 1);
  return is_number (name) || (*machine != 0 && strcasecmp (name, machine) == 0);
}

bool http_may_ask (const struct http_sender *sender, const char *address, bool any, bool is_page) {
  char name[HOST_MOST], origin[HOST_MOST + 16];
  if (sender->host == NULL || !name_of_host (sender->host, name) || !is_our_name (name, address, any))
    return false;
  snprintf (origin, sizeof origin, "http://%s", sender->host);
  if (sender->origin != NULL && strcasecmp (sender->origin, origin) != 0)
    return false;
  const char *site = sender->site != NULL ? sender->site : "none";
  if (strcmp (site, "none") == 0 || strcmp (site, "same-origin") == 0)
    return true;
  return is_page && sender->mode != NULL && strcmp (sender->mode, "navigate") == 0;
}
