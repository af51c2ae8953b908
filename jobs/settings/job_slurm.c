#include "settings/job_slurm.h"

#include <ctype.h>

/* One line that sbatch reads. */
static bool
is_one_line (const char *text)
{
  for (; *text != 0; text++)
    if (iscntrl ((unsigned char) *text))
      return false;
  return true;
}

static bool
check_count (const struct job *job, const char *key, int count, int least, int most, struct failure *failure)
{
  return (count >= least && count <= most) || job_fail (job, key, failure, "expected %d to %d", least, most);
}

bool
job_check_slurm (const struct job *job, struct failure *failure)
{
  enum { NODES_MAX = 65536, RANKS_MAX = 4096, THREADS_MAX = 1024, PARTS_MAX = 100000 };
  const struct slurm *slurm = &job->slurm;
  if (!check_count (job, "slurm.nodes", slurm->nodes, 1, NODES_MAX, failure)
      || !check_count (job, "slurm.ranks_per_node", slurm->ranks_per_node, 1, RANKS_MAX, failure)
      || !check_count (job, "slurm.threads_per_rank", slurm->threads_per_rank, 0, THREADS_MAX, failure)
      || !check_count (job, "slurm.array", slurm->array, 0, PARTS_MAX, failure))
    return false;
  if (slurm->array > 0 && !job_has_parts (job))
    return job_fail (job, "slurm.array", failure, "only verify and a list of positions can be split");
  if (slurm->array > 0 && job->certificate)
    return job_fail (job, "slurm.array", failure, "a certificate is written by one job, not in parts");
  if (!is_one_line (slurm->partition))
    return job_fail (job, "slurm.partition", failure, "expected a name");
  if (!is_one_line (slurm->account))
    return job_fail (job, "slurm.account", failure, "expected a name");
  for (size_t i = 0; i < slurm->extra_count; i++)
    if (slurm->extra[i][0] != '-' || !is_one_line (slurm->extra[i]))
      return job_fail (job, "slurm.extra", failure,
                       "'%.60s': expected an option of sbatch, such as --exclusive", slurm->extra[i]);
  return true;
}
