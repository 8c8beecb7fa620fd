// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.report.page;

import dev.sluice.cli.page.Page;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** The data of a page while they are written: as text while they are short, and packed from the start on. */
final class PageData extends Writer {
    private final int plain;
    private final StringBuilder text = new StringBuilder();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Writer packed = new OutputStreamWriter(new GZIPOutputStream(bytes), StandardCharsets.UTF_8);
    private boolean longer;

    /**
     * No data yet.
     *
     * @param plain characters of the longest data that stay text
     */
    PageData(int plain) throws IOException {
        this.plain = plain;
    }

    @Override
    public void write(char[] buffer, int offset, int length) throws IOException {
        packed.write(buffer, offset, length);
        longer |= text.length() + length > plain;
        if (longer) {
            text.setLength(0);
        } else {
            text.append(buffer, offset, length);
        }
    }

    @Override
    public void flush() {
        // what is packed is whole at the end alone
    }

    @Override
    public void close() throws IOException {
        packed.close();
    }

    /** Puts them into a page, once they are closed. */
    void addTo(Page page) {
        if (longer) {
            page.bytes("packed", bytes.toByteArray());
        } else {
            page.json("data", text.toString());
        }
    }
}
