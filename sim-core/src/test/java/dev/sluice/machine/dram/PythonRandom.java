// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.dram;

/** The random numbers of Python's {@code random.Random(seed)}: MT19937 (Matsumoto and Nishimura, 1998), seeded by an array. */
final class PythonRandom {

    private static final int N = 624;
    private static final int M = 397;

    private final int[] state = new int[N];
    private int next = N;

    PythonRandom(int seed) {
        state[0] = 19650218;
        for (int i = 1; i < N; i++) {
            state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
        }
        int i = 1;
        for (int k = 0; k < N; k++) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1664525) + seed;
            i = wrapped(i);
        }
        for (int k = 0; k < N - 1; k++) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >>> 30) * 1566083941) - i;
            i = wrapped(i);
        }
        state[0] = 0x80000000;
    }

    private int wrapped(int i) {
        if (i + 1 < N) {
            return i + 1;
        }
        state[0] = state[N - 1];
        return 1;
    }

    /** {@code randrange(bound)}. */
    int below(int bound) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(bound);
        int value;
        do {
            value = word() >>> Integer.SIZE - bits;
        } while (Integer.compareUnsigned(value, bound) >= 0);
        return value;
    }

    private int word() {
        if (next == N) {
            for (int i = 0; i < N; i++) {
                int y = state[i] & 0x80000000 | state[(i + 1) % N] & 0x7FFFFFFF;
                state[i] = state[(i + M) % N] ^ y >>> 1 ^ ((y & 1) == 0 ? 0 : 0x9908B0DF);
            }
            next = 0;
        }
        int y = state[next++];
        y ^= y >>> 11;
        y ^= y << 7 & 0x9D2C5680;
        y ^= y << 15 & 0xEFC60000;
        return y ^ y >>> 18;
    }
}
