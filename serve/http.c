#include "serve/http.h"

#include "base/clock.h"
#include "base/text.h"
#include "serve/api.h"
#include "serve/page_files.h"
#include "serve/served_json.h"

#include <errno.h>
#include <math.h>
#include <microhttpd.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  CLIENTS = 256,        /* number of connections; if there are more, the one that has waited longest is
                           closed */
  CLIENTS_MOST = 400,   /* limit of connections, including those that are being closed */
  REQUEST_BYTES = 32768 /* the request line, the headers and the headers of the answer */
};

static const double DEADLINE = 10; /* seconds for sending a request, and for reading its answer */

struct connection {
  struct connection *previous, *next;
  int socket;
  char address[CLIENT_ADDRESS];
  double since;                  /* when it began to wait for a request, or for its answer to be read */
  const struct request *waiting; /* the request that waits for a job; or NULL */
};

struct http {
  struct MHD_Daemon *daemon;
  struct served *served;
  struct live *live;
  struct connection clients; /* the head of a ring */
  int client_count;
  double looked; /* when late connections were last looked for */
  char address[64], url[100];
  bool any; /* the server listens on all addresses */
};

/** A request: the context of MHD's callbacks. */
struct request {
  struct http *http;
  struct MHD_Connection *connection;
  struct api api;
  bool has_zero; /* there is a zero byte in the path or in a parameter */
  bool seen;     /* its headers have arrived */
  bool begun;    /* its answer, or the job for it, has been begun */
};

/* ---- connections ---- */

static struct connection *connection_of (struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info
      = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info != NULL ? info->socket_context : NULL;
}

/* Close the socket in both directions; MHD notices when it next runs. */
static void cut (const struct connection *client) { shutdown (client->socket, SHUT_RDWR); }

static void make_room (struct http *http) {
  struct connection *longest = NULL;
  for (struct connection *c = http->clients.next; c != &http->clients; c = c->next)
    if (c->waiting == NULL && (longest == NULL || c->since < longest->since))
      longest = c;
  if (longest != NULL) {
    longest->since = HUGE_VAL; /* it is being closed */
    cut (longest);
  }
}

static void note_address (struct MHD_Connection *connection, char address[CLIENT_ADDRESS]) {
  const struct sockaddr *from
      = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
  const socklen_t size
      = from->sa_family == AF_INET6 ? sizeof (struct sockaddr_in6) : sizeof (struct sockaddr_in);
  if (getnameinfo (from, size, address, CLIENT_ADDRESS, NULL, 0, NI_NUMERICHOST) != 0)
    *address = 0;
}

static void notice_connection (void *context, struct MHD_Connection *connection, void **own,
                               enum MHD_ConnectionNotificationCode code) {
  struct http *http = context;
  struct connection *client = *own;
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    client = allocate (1, sizeof *client);
    client->socket = MHD_get_connection_info (connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    client->since = clock_seconds ();
    note_address (connection, client->address);
    client->next = &http->clients;
    client->previous = http->clients.previous;
    client->previous->next = client->next->previous = client;
    *own = client;
    if (++http->client_count > CLIENTS)
      make_room (http);
  } else if (client != NULL) {
    client->previous->next = client->next;
    client->next->previous = client->previous;
    http->client_count--;
    free (client);
  }
}

/* Has the client closed the connection, or its half of it? MHD does not look while a job is being done. */
static bool is_left (const struct connection *client) {
  struct pollfd end = { .fd = client->socket, .events = POLLRDHUP };
  return poll (&end, 1, 0) > 0;
}

/* Cut late connections, and call off requests whose clients have gone. */
static void look_after_clients (struct http *http) {
  static const double OFTEN = 0.1;
  const double now = clock_seconds ();
  if (now - http->looked < OFTEN)
    return;
  http->looked = now;
  for (struct connection *c = http->clients.next; c != &http->clients; c = c->next)
    if (c->waiting == NULL && now - c->since >= DEADLINE)
      cut (c);
    else if (c->waiting != NULL && is_left (c))
      live_call_off_for (http->live, c->waiting);
}

/* ---- answers ---- */

static enum MHD_Result send_response (struct MHD_Connection *connection, unsigned status,
                                      struct MHD_Response *response) {
  static const char *const headers[][2] = {
    { "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'" },
    { "X-Content-Type-Options", "nosniff" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Referrer-Policy", "no-referrer" },
    { "Cache-Control", "no-cache" },
  };
  struct connection *client = connection_of (connection);
  if (response == NULL)
    return MHD_NO;
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    MHD_add_response_header (response, headers[i][0], headers[i][1]);
  if (client != NULL) {
    client->since = clock_seconds ();
    client->waiting = NULL;
  }
  const enum MHD_Result result = MHD_queue_response (connection, status, response);
  MHD_destroy_response (response);
  return result;
}

static enum MHD_Result send_json (struct request *request) {
  enum { NOT_ALLOWED = MHD_HTTP_METHOD_NOT_ALLOWED };
  struct api *api = &request->api;
  char *text = api->text != NULL ? api->text : json_body (api->body);
  api->text = NULL; /* the response frees it */
  struct MHD_Response *response
      = MHD_create_response_from_buffer (strlen (text), text, MHD_RESPMEM_MUST_FREE);
  if (response != NULL) {
    MHD_add_response_header (response, "Content-Type", "application/json");
    if (api->status == NOT_ALLOWED)
      MHD_add_response_header (response, "Allow", "GET, HEAD");
    if (api->status == MHD_HTTP_SERVICE_UNAVAILABLE)
      MHD_add_response_header (response, "Retry-After", "1");
  }
  return send_response (request->connection, api->status, response);
}

static enum MHD_Result send_file (struct MHD_Connection *connection, const struct page_file *file) {
  const char *have = MHD_lookup_connection_value (connection, MHD_HEADER_KIND, "If-None-Match");
  const bool same = have != NULL && strstr (have, file->tag) != NULL;
  struct MHD_Response *response
      = MHD_create_response_from_buffer (same ? 0 : file->size, (void *) file->bytes, MHD_RESPMEM_PERSISTENT);
  if (response != NULL) {
    MHD_add_response_header (response, "Content-Type", page_file_type (file));
    MHD_add_response_header (response, "ETag", file->tag);
  }
  return send_response (connection, same ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response);
}

/* ---- requests ---- */

static const char *parameter (void *context, const char *name) {
  const struct request *request = context;
  return MHD_lookup_connection_value (request->connection, MHD_GET_ARGUMENT_KIND, name);
}

/* The names of parameters or headers in a request, each once. */
struct names {
  const char *name[20];
  int count;
  const char *wrong;
};

static enum MHD_Result note_name (void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
                                  const char *value, size_t size) {
  enum { MOST = sizeof (struct names){ 0 }.name / sizeof (char *) };
  static const char *const single[]
      = { "Host", "Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Content-Length", "Transfer-Encoding" };
  struct names *names = context;
  bool matters = kind == MHD_GET_ARGUMENT_KIND;
  for (size_t i = 0; i < sizeof single / sizeof *single && kind == MHD_HEADER_KIND; i++)
    matters = matters || strcasecmp (single[i], name) == 0;
  for (int i = 0; i < names->count && matters; i++)
    if (strcasecmp (names->name[i], name) == 0)
      names->wrong = "a parameter or a header is there twice";
  if (matters && names->count == MOST)
    names->wrong = "too many parameters";
  else if (matters && value == NULL)
    names->wrong = "a parameter without =";
  else if (matters && (strlen (name) != name_size || strlen (value) != size))
    names->wrong = "a zero byte";
  if (matters && names->wrong == NULL)
    names->name[names->count++] = name;
  return names->wrong == NULL ? MHD_YES : MHD_NO;
}

/* A part of the request that can be read in more than one way; NULL: there is none. */
static const char *ambiguity (const struct request *request) {
  static const enum MHD_ValueKind kinds[] = { MHD_GET_ARGUMENT_KIND, MHD_HEADER_KIND };
  const char *wrong = request->has_zero ? "a zero byte" : NULL;
  for (int i = 0; i < 2 && wrong == NULL; i++) {
    struct names names = { .count = 0 };
    MHD_get_connection_values_n (request->connection, kinds[i], note_name, &names);
    wrong = names.wrong;
  }
  return wrong;
}

static const char *header (struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value (connection, MHD_HEADER_KIND, name);
}

static const struct page_file *page_of (const char *path) {
  return strcmp (path, "/") == 0 ? page_file_named ("index.html") : page_file_named (path + 1);
}

/* Refuse a wrong request before it is read. */
static bool refuse (struct request *request, const char *method, bool is_page) {
  struct MHD_Connection *connection = request->connection;
  const struct http_sender sender
      = { header (connection, "Host"), header (connection, "Origin"), header (connection, "Sec-Fetch-Site"),
          header (connection, "Sec-Fetch-Mode") };
  const struct http *http = request->http;
  const char *const length = header (connection, "Content-Length"), *const wrong = ambiguity (request);
  if (wrong != NULL)
    api_fail (&request->api, MHD_HTTP_BAD_REQUEST, "%s: it is not clear what is asked", wrong);
  else if (!http_may_ask (&sender, http->address, http->any, is_page))
    api_fail (&request->api, MHD_HTTP_FORBIDDEN, "only pages of %s may ask here", http->url);
  else if (strcmp (method, "GET") != 0 && strcmp (method, "HEAD") != 0)
    api_fail (&request->api, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD");
  else if ((length != NULL && strcmp (length, "0") != 0) || header (connection, "Transfer-Encoding") != NULL)
    api_fail (&request->api, MHD_HTTP_CONTENT_TOO_LARGE, "a request has no body here");
  return request->api.status != 0;
}

static enum MHD_Result suspend (struct request *request) {
  struct connection *client = connection_of (request->connection);
  if (client != NULL)
    client->waiting = request;
  MHD_suspend_connection (request->connection);
  return MHD_YES;
}

static enum MHD_Result begin_answer (struct request *request, const char *path) {
  const struct page_file *page = page_of (path);
  request->begun = true;
  if (page != NULL)
    return send_file (request->connection, page);
  api_answer (&request->api, path);
  return request->api.job != NULL ? suspend (request) : send_json (request);
}

/* Called with the first line of a request as it was sent, since decoded texts end at a zero byte. */
static void *note_request (void *context, const char *line, struct MHD_Connection *connection) {
  struct request *request = allocate (1, sizeof *request);
  (void) context, (void) connection;
  request->has_zero = strstr (line, "%00") != NULL;
  return request;
}

/* Called when the headers have arrived, and again when the request is complete; once more after a job. An
 * answer in the first call ends the connection, since a body may follow. */
static enum MHD_Result http_handle (void *context, struct MHD_Connection *connection, const char *path,
                                    const char *method, const char *version, const char *upload,
                                    size_t *upload_size, void **own) {
  struct http *http = context;
  struct request *request = *own;
  (void) version, (void) upload;
  if (request->seen && *upload_size > 0)
    return MHD_NO;
  if (request->seen)
    return !request->begun                                          ? begin_answer (request, path)
           : request->api.body != NULL || request->api.text != NULL ? send_json (request)
                                                                    : MHD_NO;
  const struct connection *client = connection_of (connection);
  request->seen = true;
  request->http = http;
  request->connection = connection;
  request->api = (struct api){ .served = http->served,
                               .live = http->live,
                               .address = client != NULL ? client->address : "",
                               .parameter = parameter,
                               .context = request };
  return refuse (request, method, page_of (path) != NULL) ? send_json (request) : MHD_YES;
}

static void notice_end (void *context, struct MHD_Connection *connection, void **own,
                        enum MHD_RequestTerminationCode code) {
  struct request *request = *own;
  struct connection *client = connection_of (connection);
  (void) context, (void) code;
  if (client != NULL)
    client->since = clock_seconds ();
  if (request != NULL) {
    json_decref (request->api.body);
    free (request->api.text);
    free (request);
  }
  *own = NULL;
}

/* Answer requests whose jobs are done. */
static void resume_done (struct http *http) {
  struct live_job *job;
  while ((job = live_done (http->live)) != NULL) {
    struct request *request = job->owner;
    api_finish (&request->api, job);
    live_job_free (job);
    MHD_resume_connection (request->connection);
  }
}

/* ---- the server ---- */

static void keep_quiet (void *context, const char *format, va_list arguments) {
  (void) context, (void) format, (void) arguments;
}

/* A socket that listens; -1 with a failure. */
static int listen_at (const struct http_address *where, struct http *http, struct failure *failure) {
  char port[16], host[64];
  const struct addrinfo hints
      = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM };
  struct addrinfo *found = NULL;
  struct sockaddr_storage bound;
  socklen_t size = sizeof bound;
  snprintf (port, sizeof port, "%d", where->port);
  if (getaddrinfo (where->address, port, &hints, &found) != 0) {
    fail (failure, EXIT_USAGE, "--listen: '%.60s' is no address such as 127.0.0.1 or ::1", where->address);
    return -1;
  }
  const int one = 1, listener = socket (found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0 || setsockopt (listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0
      || bind (listener, found->ai_addr, found->ai_addrlen) != 0 || listen (listener, CLIENTS_MOST) != 0
      || getsockname (listener, (struct sockaddr *) &bound, &size) != 0
      || getnameinfo ((struct sockaddr *) &bound, size, host, sizeof host, port, sizeof port,
                      NI_NUMERICHOST | NI_NUMERICSERV)
             != 0) {
    fail (failure, EXIT_CANNOT_CREATE, "cannot listen on %.60s, port %d: %s", where->address, where->port,
          strerror (errno));
    freeaddrinfo (found);
    if (listener >= 0)
      close (listener);
    return -1;
  }
  freeaddrinfo (found);
  const bool colons = strchr (host, ':') != NULL;
  http->any = strcmp (host, "0.0.0.0") == 0 || strcmp (host, "::") == 0;
  snprintf (http->address, sizeof http->address, "%s", host);
  snprintf (http->url, sizeof http->url, "http://%s%s%s:%s/", colons ? "[" : "",
            http->any ? "localhost" : host, colons ? "]" : "", port);
  return listener;
}

struct http *http_create (const struct http_address *where, struct served *served, struct live *live,
                          struct failure *failure) {
  struct http *http = allocate (1, sizeof *http);
  http->served = served;
  http->live = live;
  http->clients.next = http->clients.previous = &http->clients;
  const int listener = listen_at (where, http, failure);
  if (listener >= 0) {
    http->daemon = MHD_start_daemon (MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL,
                                     NULL, http_handle, http, MHD_OPTION_EXTERNAL_LOGGER, keep_quiet, NULL,
                                     MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
                                     (unsigned) CLIENTS_MOST, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                     (size_t) REQUEST_BYTES, MHD_OPTION_NOTIFY_CONNECTION, notice_connection,
                                     http, MHD_OPTION_NOTIFY_COMPLETED, notice_end, http,
                                     MHD_OPTION_URI_LOG_CALLBACK, note_request, NULL, MHD_OPTION_END);
    if (http->daemon == NULL) {
      close (listener);
      fail (failure, EXIT_INTERNAL, "cannot start to serve");
    }
  }
  if (http->daemon != NULL)
    return http;
  free (http);
  return NULL;
}

const char *http_url (const struct http *http) { return http->url; }

/* Wait for an event, but not so long that a signal or a late connection is missed. */
static void wait_a_little (const struct http *http) {
  enum { LONGEST = 100 }; /* milliseconds */
  MHD_UNSIGNED_LONG_LONG most = LONGEST;
  const union MHD_DaemonInfo *info = MHD_get_daemon_info (http->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  struct pollfd events[] = { { .fd = info->epoll_fd, .events = POLLIN },
                             { .fd = live_descriptor (http->live), .events = POLLIN } };
  if (MHD_get_timeout (http->daemon, &most) != MHD_YES || most > LONGEST)
    most = LONGEST;
  poll (events, 2, (int) most);
}

void http_serve (struct http *http, const volatile int *stop) {
  while (!*stop) {
    wait_a_little (http);
    resume_done (http);
    MHD_run (http->daemon);
    look_after_clients (http);
  }
}

static int busy_clients (const struct http *http) {
  int busy = 0;
  for (const struct connection *c = http->clients.next; c != &http->clients; c = c->next)
    busy += c->waiting != NULL;
  return busy;
}

void http_destroy (struct http *http) {
  live_call_off (http->live, NULL);
  while (busy_clients (http) > 0) { /* MHD must not be stopped with suspended connections */
    wait_a_little (http);
    live_call_off (http->live, NULL);
    resume_done (http);
    MHD_run (http->daemon);
  }
  MHD_stop_daemon (http->daemon);
  free (http);
}
