#include "search/bound_mailbox.h"

#include "base/failure.h"

#include <stdlib.h>

struct findings *
findings_create (int threads)
{
  struct findings *findings = allocate (1, sizeof *findings);
  findings->threads = threads;
  findings->costly = UINT64_MAX;
  atomic_init (&findings->least, UINT64_MAX);
  atomic_init (&findings->heard, 0);
  findings->boxes = aligned_alloc (_Alignof(struct mailbox), (size_t) threads * sizeof *findings->boxes);
  if (findings->boxes == NULL)
    out_of_memory ((uint64_t) threads * sizeof *findings->boxes);
  for (int i = 0; i < threads; i++) {
    atomic_init (&findings->boxes[i].written, 0);
    atomic_init (&findings->boxes[i].taken, 0);
  }
  return findings;
}

void
findings_destroy (struct findings *findings)
{
  if (findings == NULL)
    return;
  free (findings->boxes);
  free (findings);
}

int
findings_take (struct findings *findings, struct finding *list, int most)
{
  int count = 0;
  for (int i = 0; i < findings->threads; i++) {
    struct mailbox *box = &findings->boxes[i];
    const uint32_t written = atomic_load_explicit (&box->written, memory_order_acquire);
    uint32_t taken = atomic_load_explicit (&box->taken, memory_order_relaxed);
    for (; taken != written && count < most; taken++)
      list[count++] = box->findings[taken % FINDINGS_WAITING];
    atomic_store_explicit (&box->taken, taken, memory_order_release);
  }
  return count;
}
