// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

/**
 * The most common instructions where one or two numbers say all lanes: operands that are base and stride, or a lane that is alone.
 *
 * <p>Works on the words of a wave's record and on what its waves share, by the places of {@link Decoded}. What it cannot do so it
 * leaves undone, for {@link ActiveLanes}, which can do everything.
 */
final class ScalarOps {
    private static final long SMALL_BASE = 1L << 62;
    private static final long SMALL_STRIDE = 1L << 32;

    private ScalarOps() {}

    /**
     * Executes an arithmetic instruction below {@link Decoded#ARITHMETIC} whose result may overwrite all lanes of its destination.
     *
     * @param packed the instruction's first long
     * @param record where the wave's record begins in {@code words}
     * @param alone the lane that alone is active, or -1
     * @return whether it did; if not, nothing has changed
     */
    static boolean execute(long packed, long[] words, int record, long[] shared, int alone, int lanes) {
        int a = Decoded.a(packed);
        int b = Decoded.b(packed);
        int to = record + Decoded.destination(packed);
        long x;
        long dx;
        if (a >= 0) {
            x = words[record + a];
            dx = words[record + a + 1];
        } else {
            x = shared[~a];
            dx = shared[~a + 1];
        }
        long y;
        long dy;
        if (b >= 0) {
            y = words[record + b];
            dy = words[record + b + 1];
        } else {
            y = shared[~b];
            dy = shared[~b + 1];
        }
        // lanes of the destination are to be given back
        if (dx <= RegisterFile.PREDICATE || dy <= RegisterFile.PREDICATE || words[to + 1] == RegisterFile.VECTOR) {
            return false;
        }
        int op = (int) packed & Decoded.OPERATION;
        if ((dx | dy) != 0) {
            if (alone < 0) {
                return progression(op, x, dx, y, dy, words, to, lanes);
            }
            x += dx * alone;
            y += dy * alone;
        }
        words[to] = uniform(op, x, y);
        words[to + 1] = 0;
        return true;
    }

    /** Executes an instruction where lanes may differ: lane l has x + l * dx and y + l * dy. */
    private static boolean progression(int op, long x, long dx, long y, long dy, long[] words, int to, int lanes) {
        long base;
        long stride;
        switch (op) {
            case Decoded.COPY -> {
                base = x;
                stride = dx;
            }
            case Decoded.ADD -> {
                base = x + y;
                stride = dx + dy;
            }
            case Decoded.SUBTRACT -> {
                base = x - y;
                stride = dx - dy;
            }
            case Decoded.MULTIPLY -> {
                if (dx != 0 && dy != 0) {
                    return false;
                }
                base = x * y;
                stride = dx * y + dy * x;
            }
            case Decoded.SHIFT_LEFT -> {
                if (dy != 0) {
                    return false;
                }
                base = x << y;
                stride = dx << y;
            }
            case Decoded.REMAINDER -> {
                return dy == 0 && remainder(x, dx, y, words, to, lanes);
            }
            case Decoded.EQUAL -> {
                return equal(x, dx, y, dy, words, to, lanes);
            }
            case Decoded.NOT_EQUAL -> {
                return notEqual(x, dx, y, dy, words, to, lanes);
            }
            case Decoded.LESS -> {
                return dy == 0 && less(x, dx, y, words, to, lanes);
            }
            default -> {
                return false;
            }
        }
        if (stride <= RegisterFile.PREDICATE) {
            return false; // looks like another form
        }
        words[to] = base;
        words[to + 1] = stride;
        return true;
    }

    /** The rest of x + l * dx by y; whether that is a progression again, otherwise nothing has changed. */
    static boolean remainder(long x, long dx, long y, long[] words, int to, int lanes) {
        if (y <= 0 || x < 0 || x >= SMALL_BASE || dx < 0 || dx >= SMALL_STRIDE) {
            return false;
        }
        long base = x % y;
        if (base + dx * (lanes - 1) >= y) {
            return false; // a lane reaches the divisor
        }
        words[to] = base;
        words[to + 1] = dx;
        return true;
    }

    /** The lanes in which x + l * dx and y + l * dy are equal; whether that is easily said, otherwise nothing has changed. */
    static boolean equal(long x, long dx, long y, long dy, long[] words, int to, int lanes) {
        if (!meetOnce(dx, dy)) {
            return false;
        }
        predicate(words, to, meeting(x, y, dx - dy, lanes), lanes);
        return true;
    }

    /** The lanes in which they differ. */
    static boolean notEqual(long x, long dx, long y, long dy, long[] words, int to, int lanes) {
        if (!meetOnce(dx, dy)) {
            return false;
        }
        predicate(words, to, ~meeting(x, y, dx - dy, lanes), lanes);
        return true;
    }

    private static boolean meetOnce(long dx, long dy) {
        long slope = dx - dy;
        return (slope == 1 || slope == -1) && dx > RegisterFile.PREDICATE && dy > RegisterFile.PREDICATE;
    }

    private static long meeting(long x, long y, long slope, int lanes) {
        // x + dx * lane == y + dy * lane in this lane only, modulo 2^64 too
        long lane = (y - x) * slope;
        return lane >= 0 && lane < lanes ? 1L << lane : 0;
    }

    /** The lanes in which x + l * dx is less than y; whether that is easily said, otherwise nothing has changed. */
    static boolean less(long x, long dx, long y, long[] words, int to, int lanes) {
        if (dx != 1 || x != x << 2 >> 2 || y != y << 2 >> 2) {
            return false;
        }
        long below = y - x; // lanes before it
        predicate(words, to, below <= 0 ? 0 : below >= Long.SIZE ? -1L : (1L << below) - 1, lanes);
        return true;
    }

    /** Tests a loop's counter whose bounds are one number for all lanes: 1 if it goes on, 0 if not, -1 if lanes may differ. */
    static int goesOn(int[] code, int i, long[] words, int record, long[] shared) {
        int counter = code[i + Decoded.A];
        int end = code[i + Decoded.B];
        int step = code[i + Decoded.C];
        if (counter < 0
                || (words[record + counter + 1]
                                | stride(end, words, record, shared)
                                | stride(step, words, record, shared))
                        != 0) {
            return -1;
        }
        long at = words[record + counter];
        long to = base(end, words, record, shared);
        long by = base(step, words, record, shared);
        return inRange(at, to, by) ? 1 : 0;
    }

    /** Whether a counter has not reached the end, in the direction of the step; with a step of 0 it has. */
    static boolean inRange(long at, long to, long by) {
        return by > 0 ? at < to : by < 0 && at > to;
    }

    /** Adds the step to a counter where all are one number for all lanes, which all take part; whether it did. */
    static boolean advance(int[] code, int i, long[] words, int record, long[] shared) {
        int counter = code[i + Decoded.DESTINATION];
        int end = code[i + Decoded.B];
        int step = code[i + Decoded.C];
        if ((words[record + counter + 1] | stride(end, words, record, shared) | stride(step, words, record, shared))
                != 0) {
            return false;
        }
        words[record + counter] = RegisterFile.next(
                words[record + counter], base(end, words, record, shared), base(step, words, record, shared));
        return true;
    }

    private static long base(int place, long[] words, int record, long[] shared) {
        return place >= 0 ? words[record + place] : shared[~place];
    }

    private static long stride(int place, long[] words, int record, long[] shared) {
        return place >= 0 ? words[record + place + 1] : shared[~place + 1];
    }

    private static void predicate(long[] words, int to, long bits, int lanes) {
        long all = -1L >>> Long.SIZE - lanes;
        long held = bits & all;
        boolean same = held == 0 || held == all;
        words[to] = same ? held & 1 : held;
        words[to + 1] = same ? 0 : RegisterFile.PREDICATE;
    }

    private static long uniform(int op, long x, long y) {
        return switch (op) {
            case Decoded.COPY -> x;
            case Decoded.ADD -> x + y;
            case Decoded.SUBTRACT -> x - y;
            case Decoded.MULTIPLY -> x * y;
            case Decoded.REMAINDER -> Arithmetic.remainder(x, y);
            case Decoded.DIVIDE -> Arithmetic.divide(x, y);
            case Decoded.SHIFT_LEFT -> x << y;
            case Decoded.SHIFT_RIGHT -> x >> y;
            case Decoded.AND -> x & y;
            case Decoded.OR -> x | y;
            case Decoded.XOR -> x ^ y;
            case Decoded.EQUAL -> x == y ? 1 : 0;
            case Decoded.NOT_EQUAL -> x != y ? 1 : 0;
            case Decoded.LESS -> x < y ? 1 : 0;
            case Decoded.LESS_EQUAL -> x <= y ? 1 : 0;
            default -> Arithmetic.hash(x);
        };
    }
}
