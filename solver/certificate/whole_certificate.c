#include "certificate/whole_certificate.h"

#include "certificate/certificate.h"

#include <stdlib.h>
#include <string.h>

bool certificate_open_game (struct game *game, const char *path, struct failure *failure) {
  struct certificate cyclic;
  struct acyclic_certificate acyclic;
  int format;
  if (!certificate_format (path, &format, failure))
    return false;
  if (format == ACYCLIC_CERTIFICATE_FORMAT) {
    if (!acyclic_certificate_read (&acyclic, game, path, failure))
      return false;
    acyclic_certificate_free (&acyclic);
  } else {
    if (!certificate_read (&cyclic, game, path, failure))
      return false;
    certificate_free (&cyclic);
  }
  return true;
}

bool certificate_open_whole (struct certificate_file *file, struct game *game, const char *path,
                             struct failure *failure) {
  if (!certificate_open_game (game, path, failure))
    return false;
  const char *reason = certificate_read_whole (file, path);
  if (reason == NULL)
    return true;
  engine_close (game);
  return fail (failure, EXIT_BAD_DATA, "%.300s: %s", path, reason);
}

void certificate_as_file (struct certificate_file *into, const struct acyclic_certificate *certificate,
                          const struct game *game) {
  const size_t bytes = (size_t) game->key_bytes, claims = certificate->claims;
  *into = (struct certificate_file){ .small_nodes = (int64_t) certificate->small_nodes,
                                     .claims = claims,
                                     .claim_key = bytes > 0 ? allocate (claims + 1, bytes) : NULL,
                                     .claim_value = allocate (claims + 1, sizeof *into->claim_value) };
  if (!array_game_open (&into->game, game->name, game->board_text, game->rules))
    abort (); /* there would be no certificate */
  into->game.exact_score = certificate->exact_score;
  for (size_t i = 0; i < claims; i++) {
    if (bytes > 0)
      memcpy (into->claim_key + i * bytes, certificate->claim[i].key, bytes);
    into->claim_value[i] = (int16_t) certificate->claim[i].value;
  }
  for (int player = 0; player < 2; player++)
    if (certificate->strategy[player].present)
      into->strategy[player] = acyclic_strategy_in_order (&certificate->strategy[player]);
}
