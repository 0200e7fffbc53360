// The cross entropy of bench/tpu/kernels.h and its backward pass, against the same in double. The vocabulary is no multiple of a
// block, and each axis has several.
#include <math.h>
#include <stdio.h>
#include "../../../bench/tpu/kernels.h"

enum { B = 16, H = 32, V = 300 };

static float x[B][H], loss[B], given[B], log_sum[B], x_gradient[B][H], w_gradient[H][V];
static pl_bf16 w[H][V];
static int32_t label[B];
static double logits[B][V];

static void fill(void)
{
    for (int i = 0; i < B; i++) {
        double sum = 0;
        label[i] = i * 19 % V;
        given[i] = 1.0f / (float)(i + 1);
        for (int k = 0; k < H; k++)
            x[i][k] = (float)((i * H + k) * 37 % 41 - 20) / 16;
        for (int j = 0; j < V; j++) {
            for (int k = 0; k < H; k++) {
                w[k][j] = pl_to_bf16((float)((k * V + j) * 29 % 53 - 26) / 32);
                logits[i][j] += (double)x[i][k] * (double)pl_to_f32(w[k][j]);
            }
            sum += exp(logits[i][j]);
        }
        log_sum[i] = (float)log(sum);
    }
}

// The gradient of a logit.
static double slope(int i, int j) { return (exp(logits[i][j] - (double)log_sum[i]) - (j == label[i])) * (double)given[i]; }

static double x_slope(int i, int k)
{
    double sum = 0;
    for (int j = 0; j < V; j++)
        sum += slope(i, j) * (double)pl_to_f32(w[k][j]);
    return sum;
}

static double w_slope(int k, int j)
{
    double sum = 0;
    for (int i = 0; i < B; i++)
        sum += slope(i, j) * (double)x[i][k];
    return sum;
}

static double larger(double worst, double got, double expected)
{
    return fabs(got - expected) > worst ? fabs(got - expected) : worst;
}

int main(void)
{
    double of_loss = 0, of_x = 0, of_w = 0;
    fill();
    if (entropy(B, H, V, 8, 16, 128, V % 128, &x[0][0], &w[0][0], label, loss) ||
        entropy_back(B, H, V, 8, 16, 128, V % 128, &x[0][0], &w[0][0], label, log_sum, given, &x_gradient[0][0], &w_gradient[0][0])) {
        printf("%s\n", pl_error());
        return 1;
    }
    for (int i = 0; i < B; i++) {
        of_loss = larger(of_loss, (double)loss[i], (double)log_sum[i] - logits[i][label[i]]);
        for (int k = 0; k < H; k++)
            of_x = larger(of_x, (double)x_gradient[i][k], x_slope(i, k));
    }
    for (int k = 0; k < H; k++)
        for (int j = 0; j < V; j++)
            of_w = larger(of_w, (double)w_gradient[k][j], w_slope(k, j));

    // A logit is a sum of H products of at most 1.25 * 0.8125; its error is at most H rounding errors of sums of at most H * 1.02,
    // and a weight is at most 1, so an error of a logit is at most that of a gradient's term. Sums have V or B of these.
    const double logit = H * 1.02 * H * 0x1p-24, bound_x = V * 0.8125 * (logit + V * 0x1p-24), bound_w = B * 1.25 * (logit + B * 0x1p-24);
    printf("loss %g <= %g, x %g <= %g, w %g <= %g\n", of_loss, 2 * logit + 8 * 0x1p-23, of_x, bound_x, of_w, bound_w);
    return !(of_loss <= 2 * logit + 8 * 0x1p-23 && of_x <= bound_x && of_w <= bound_w);
}
