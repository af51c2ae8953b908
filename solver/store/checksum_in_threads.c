#include "base/threads.h"
#include "store/checksum.h"
#include "store/dataset.h"

#include <stdatomic.h>

struct checksum_task {
  const struct dataset *layout;
  const char *rows;
  uint64_t count;
  int threads;
  atomic_ullong sum;
};

static void sum_part (void *context, int thread) {
  struct checksum_task *task = context;
  const size_t row_bytes = dataset_row_bytes (task->layout);
  const struct thread_part part = thread_part (task->count, task->threads, thread);
  atomic_fetch_add (&task->sum, checksum_rows (task->layout->path, part.first,
                                               task->rows + part.first * row_bytes, part.count, row_bytes));
}

uint64_t checksum_in_threads (struct team *team, int threads, const struct dataset *layout, const void *rows,
                              uint64_t count) {
  struct checksum_task task = { .layout = layout, .rows = rows, .count = count, .threads = threads };
  team_do (team, sum_part, &task);
  return atomic_load (&task.sum);
}
