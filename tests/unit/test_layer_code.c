/* Bytes for what is known of a position: in and out again, the better the larger, and one ply on. */
#include "layers/layer_code.h"

#include "support/support.h"

static void test_codes (void **state) {
  (void) state;
  for (int distance = 0; distance <= LAYER_DISTANCE_MAX; distance++) {
    const uint8_t won = layer_code (WON, distance), lost = layer_code (LOST, distance);
    assert_true (lost < LAYER_DRAW && LAYER_DRAW < won);
    assert_int_equal (layer_outcome (won), WON);
    assert_int_equal (layer_outcome (lost), LOST);
    assert_int_equal (layer_distance (won), distance);
    assert_int_equal (layer_distance (lost), distance);
    if (distance == 0)
      continue;
    /* The winner hastens, the loser delays. */
    assert_true (won < layer_code (WON, distance - 1) && lost > layer_code (LOST, distance - 1));
    assert_int_equal (layer_code_before (layer_code (LOST, distance - 1)), won);
    assert_int_equal (layer_code_before (layer_code (WON, distance - 1)), lost);
  }
  assert_int_equal (layer_code_before (LAYER_DRAW), LAYER_DRAW);
  assert_int_equal (layer_outcome (LAYER_DRAW), DRAWN);
}

int main (void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test (test_codes) };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
