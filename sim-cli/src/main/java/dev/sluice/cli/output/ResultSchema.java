// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of {@code result.json}. */
public final class ResultSchema {
    private static final String RESOURCE = "schema/result.schema.json";

    private ResultSchema() {}

    /** The schema as JSON text. */
    public static String text() {
        try (InputStream in = ResultSchema.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("missing resource " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
