// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.source;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 (FIPS 180-4) in lower-case hexadecimal digits, which every Java platform has. */
public final class Sha256 {

    private final MessageDigest digest;

    /** A hash of bytes that come piece by piece. */
    public Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The hash of {@code text} in UTF-8; 64 digits. */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The hash of {@code bytes}; 64 digits. */
    public static String of(byte[] bytes) {
        Sha256 hash = new Sha256();
        hash.add(bytes, 0, bytes.length);
        return hash.end();
    }

    /** Adds {@code length} bytes from {@code offset} on. */
    public void add(byte[] bytes, int offset, int length) {
        digest.update(bytes, offset, length);
    }

    /** The hash of what was added, 64 digits; begins anew. */
    public String end() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
