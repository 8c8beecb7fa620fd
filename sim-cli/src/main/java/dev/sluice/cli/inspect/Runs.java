// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.inspect;

import java.util.ArrayList;
import java.util.List;

/** Reads the lists that columns of a machine's tables hold: unsigned LEB128 numbers. */
final class Runs {

    private Runs() {}

    /** The writer of each of so many bytes, of pairs of a length and a writer. */
    static int[] decode(byte[] runs, int bytes) {
        int[] writers = new int[bytes];
        List<Long> numbers = numbers(runs);
        int at = 0;
        for (int i = 0; i + 1 < numbers.size(); i += 2) {
            int end = (int) Math.min(bytes, at + numbers.get(i));
            while (at < end) {
                writers[at++] = numbers.get(i + 1).intValue();
            }
        }
        return writers;
    }

    /** All numbers, in order. */
    static List<Long> numbers(byte[] bytes) {
        List<Long> all = new ArrayList<>();
        long number = 0;
        int shift = 0;
        for (byte b : bytes) {
            number |= (b & 0x7FL) << shift;
            if (b >= 0) {
                all.add(number);
                number = 0;
                shift = 0;
            } else {
                shift += 7;
            }
        }
        return all;
    }
}
