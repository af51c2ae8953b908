#include "search/bound_mailbox.h"

#include "base/failure.h"

#include <assert.h>
#include <stdlib.h>

struct bound_mailboxes *bound_mailboxes_create (int threads) {
  assert (threads > 0);
  struct bound_mailboxes *bound_mailboxes = allocate (1, sizeof *bound_mailboxes);
  bound_mailboxes->threads = threads;
  atomic_init (&bound_mailboxes->least, UINT64_MAX);
  bound_mailboxes->boxes
      = aligned_alloc (_Alignof(struct mailbox), (size_t) threads * sizeof *bound_mailboxes->boxes);
  if (bound_mailboxes->boxes == NULL)
    out_of_memory ((uint64_t) threads * sizeof *bound_mailboxes->boxes);
  for (int i = 0; i < threads; i++) {
    atomic_init (&bound_mailboxes->boxes[i].written, 0);
    atomic_init (&bound_mailboxes->boxes[i].taken, 0);
  }
  return bound_mailboxes;
}

void bound_mailboxes_destroy (struct bound_mailboxes *bound_mailboxes) {
  if (bound_mailboxes == NULL)
    return;
  free (bound_mailboxes->boxes);
  free (bound_mailboxes);
}

int bound_mailboxes_take (struct bound_mailboxes *bound_mailboxes, struct proven_bound *list, int most) {
  assert (most > 0);
  int count = 0;
  for (int i = 0; i < bound_mailboxes->threads; i++) {
    struct mailbox *box = &bound_mailboxes->boxes[i];
    const uint32_t written = atomic_load_explicit (&box->written, memory_order_acquire);
    uint32_t taken = atomic_load_explicit (&box->taken, memory_order_relaxed);
    assert (written - taken <= MAILBOX_CAPACITY);
    for (; taken != written && count < most; taken++)
      list[count++] = box->bounds[taken % MAILBOX_CAPACITY];
    atomic_store_explicit (&box->taken, taken, memory_order_release);
  }
  assert (count <= most);
  return count;
}

bool bound_mailboxes_are_empty (const struct bound_mailboxes *bound_mailboxes) {
  for (int i = 0; i < bound_mailboxes->threads; i++) {
    const struct mailbox *box = &bound_mailboxes->boxes[i];
    if (atomic_load_explicit (&box->written, memory_order_acquire)
        != atomic_load_explicit (&box->taken, memory_order_acquire))
      return false;
  }
  return true;
}
