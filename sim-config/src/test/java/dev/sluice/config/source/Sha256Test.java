// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class Sha256Test {

    /** FIPS 180-4's examples, at csrc.nist.gov/projects/cryptographic-standards-and-guidelines/example-values. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    @Test
    void hashesTheStandardsExample() {
        assertEquals(ABC, Sha256.of("abc"));
    }

    @Test
    void hashesPiecesAsTheWhole() {
        byte[] text = "xabcx".getBytes(US_ASCII);
        Sha256 hash = new Sha256();
        hash.add(text, 1, 1);
        hash.add(text, 2, 2);
        assertEquals(ABC, hash.end());
    }

    @Test
    void beginsAnewAfterItsEnd() {
        Sha256 hash = new Sha256();
        hash.add(new byte[3], 0, 3);
        hash.end();
        byte[] text = "abc".getBytes(US_ASCII);
        hash.add(text, 0, 3);
        assertEquals(ABC, hash.end());
    }
}
