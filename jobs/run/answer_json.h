/* An answer in JSON and in words. A position has this one form wherever JSON is used (zermelo-serve(1),
 * data/position.schema.json). */
#ifndef ZERMELO_RUN_ANSWER_JSON_H
#define ZERMELO_RUN_ANSWER_JSON_H

#include "answer/answer.h"

#include <jansson.h>

/** The answer in JSON. `distances`: an answer counts as complete only with distances. The caller frees it. */
json_t *answer_json (const struct answer *, bool distances);

#endif
