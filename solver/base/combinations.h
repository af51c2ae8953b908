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

/** n (n - 1) ... (n - k + 1): in how many ways k of n can be put in a row. 0 if it is 2^53 or more. */
static inline double falling_factorial (int n, int k) {
  double product = 1;
  for (int i = 0; i < k && product > 0; i++)
    product = product * (n - i) < 0x1p53 ? product * (n - i) : 0;
  return product;
}

/** ln (exp a + exp b). */
static inline double log_add (double a, double b) {
  const double more = a > b ? a : b, less = a > b ? b : a;
  return isinf (less) ? more : more + log1p (exp (less - more));
}

#endif
