#include "store/checksum_in_threads.h"

#include "store/checksum.h"

#include <stdatomic.h>

struct summing {
  const struct dataset *layout;
  const char *rows;
  uint64_t count;
  int threads;
  atomic_ullong sum;
};

static void sum_part (void *context, int thread) {
  struct summing *summing = context;
  const size_t row_bytes = dataset_row_bytes (summing->layout);
  const struct thread_part part = thread_part (summing->count, summing->threads, thread);
  atomic_fetch_add (&summing->sum,
                    checksum_rows (summing->layout->path, part.first, summing->rows + part.first * row_bytes,
                                   part.count, row_bytes));
}

uint64_t checksum_in_threads (struct team *team, int threads, const struct dataset *layout, const void *rows,
                              uint64_t count) {
  struct summing summing = { .layout = layout, .rows = rows, .count = count, .threads = threads };
  team_do (team, sum_part, &summing);
  return atomic_load (&summing.sum);
}
