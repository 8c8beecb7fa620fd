// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.image;

/** The transfer function of sRGB (IEC 61966-2-1), for channels of eight bits. */
final class SrgbTransfer {

    private static final int MAX = 255;
    /** The linear value of each code. */
    private static final double[] LINEAR = new double[MAX + 1];
    /** Where codes end: the linear value half a step above each. */
    private static final double[] LIMIT = new double[MAX];

    static {
        for (int code = 0; code <= MAX; code++) {
            LINEAR[code] = toLinear(code / (double) MAX);
        }
        for (int code = 0; code < MAX; code++) {
            LIMIT[code] = toLinear((code + 0.5) / MAX);
        }
    }

    private SrgbTransfer() {}

    private static double toLinear(double encoded) {
        return encoded <= 0.04045 ? encoded / 12.92 : StrictMath.pow((encoded + 0.055) / 1.055, 2.4);
    }

    /** The linear value, 0 to 1, of a code. */
    static double decode(int code) {
        return LINEAR[code];
    }

    /** The code nearest to the encoded form of a linear value; what is not a number becomes 0. */
    static int encode(double linear) {
        int low = 0;
        int high = MAX;
        while (low < high) {
            int middle = low + high >>> 1;
            if (linear >= LIMIT[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
