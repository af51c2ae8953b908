/* An answer in JSON and in words: the one shape that a position has there (zermelo-serve(1),
 * data/position.schema.json). */
#ifndef ZERMELO_RUN_ANSWER_JSON_H
#define ZERMELO_RUN_ANSWER_JSON_H

#include "answer/answer.h"

#include <jansson.h>

/** The answer in JSON. `distances`: complete means with them. The caller frees it. */
json_t *answer_json (const struct answer *, bool distances);

#endif
