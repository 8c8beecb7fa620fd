// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Texts of the class path. */
final class WebResources {

    private WebResources() {}

    /** The text of {@code resource}, an absolute name such as {@code /web/common/page.css}. */
    static String text(String resource) {
        try (InputStream in = WebResources.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no " + resource + " in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
