// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.data;

/** Bytes that are written out in the stream or in a file beside it. */
final class FixedData implements DataSource {
    private final DataType type;
    private final byte[] content;

    FixedData(DataType type, byte[] content) {
        this.type = type;
        this.content = content;
    }

    @Override
    public long size() {
        return content.length;
    }

    @Override
    public byte[] bytes() {
        return content.clone();
    }

    @Override
    public DataType type() {
        return type;
    }
}
