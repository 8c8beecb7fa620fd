// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.steps;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The values of a row of a table, or of an event, by the names of its columns. */
public final class StepValues {

    private static final byte[] NO_BYTES = {};

    private final String name;
    private final StepSchema schema;
    private final List<StepSchema.Field> fields;
    private final long[] numbers;
    private final byte[][] blobs;

    StepValues(String name, StepSchema schema, List<StepSchema.Field> fields, long[] numbers, byte[][] blobs) {
        this.name = name;
        this.schema = schema;
        this.fields = fields;
        this.numbers = numbers;
        this.blobs = blobs;
    }

    /** The name of the table, or of the kind of event. */
    public String name() {
        return name;
    }

    /** The names of the columns, in order. */
    public List<String> columns() {
        return fields.stream().map(StepSchema.Field::name).toList();
    }

    /** The type of a column, as {@code docs/step-recording.md} lists them. */
    public String type(String column) {
        return fields.get(index(column)).type();
    }

    /** Whether there is such a column. */
    public boolean has(String column) {
        return find(column) >= 0;
    }

    /** The number in a column. */
    public long number(String column) {
        return numbers[index(column)];
    }

    /** The bytes in a column. */
    public byte[] bytes(String column) {
        byte[] blob = blobs[index(column)];
        return blob == null ? NO_BYTES : blob.clone();
    }

    /** The text that a column of type {@code text} names, or the name of the part that one of type {@code part} names. */
    public String text(String column) {
        int index = index(column);
        int number = (int) numbers[index];
        if (fields.get(index).type().equals("part")) {
            return number < 0 ? "" : schema.parts.get(number).name();
        }
        return schema.texts.get(number);
    }

    /** The numbers in a column of type {@code runs} or {@code requests}. */
    public int[] list(String column) {
        byte[] blob = blobs[index(column)];
        if (blob == null) {
            return new int[0];
        }
        StepBytes in = new StepBytes(blob);
        int[] list = new int[blob.length];
        int count = 0;
        while (in.at < blob.length) {
            list[count++] = (int) in.number();
        }
        return Arrays.copyOf(list, count);
    }

    private int index(String column) {
        int index = find(column);
        if (index < 0) {
            throw new IllegalArgumentException(name + " has no column " + column);
        }
        return index;
    }

    private int find(String column) {
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(column)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name);
        for (int i = 0; i < fields.size(); i++) {
            StepSchema.Field field = fields.get(i);
            text.append(' ').append(field.name()).append('=');
            if (field.blob()) {
                text.append(HexFormat.of().formatHex(blobs[i] == null ? NO_BYTES : blobs[i]));
            } else if (field.type().equals("text") || field.type().equals("part")) {
                text.append(text(field.name()));
            } else {
                text.append(numbers[i]);
            }
        }
        return text.toString();
    }
}
