/* Factorials and binomial coefficients as natural logarithms, for counts that no integer holds. */
#ifndef ZERMELO_BASE_COMBINATIONS_H
#define ZERMELO_BASE_COMBINATIONS_H

#include <math.h>

/** ln n! */
static inline double log_factorial (int n) {
  int sign;
  return lgamma_r (n + 1.0, &sign); /* lgamma() itself is not thread-safe */
}

/** ln of how many ways there are to choose k of n; minus infinity if there is none. */
static inline double log_choose (int n, int k) {
  if (k < 0 || k > n)
    return -(double) INFINITY;
  return log_factorial (n) - log_factorial (k) - log_factorial (n - k);
}

/** ln (exp a + exp b). */
static inline double log_add (double a, double b) {
  const double more = a > b ? a : b, less = a > b ? b : a;
  return isinf (less) ? more : more + log1p (exp (less - more));
}

#endif
