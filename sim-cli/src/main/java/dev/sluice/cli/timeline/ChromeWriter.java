// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.timeline;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Writes the trace event format of Chrome: a JSON object whose {@code traceEvents} are one event a line; times are microseconds.
 */
final class ChromeWriter implements TimelineWriter {

    private static final int CHARACTER = 6;
    private static final int FLOW = 160;
    private static final int END = 100;
    private static final int FRAME = 200;
    private static final int ARGUMENT = 32;
    private static final long NANOS = 1000;
    private static final int CONTROL = 0x20;

    private final OutputStream out;
    private final StringBuilder line = new StringBuilder();
    private long written;
    private boolean first = true;

    ChromeWriter(OutputStream out) {
        this.out = out;
        line.append("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
        flush();
    }

    @Override
    public void group(Track.Group group) {
        begin("M")
                .append(",\"pid\":")
                .append(group.id)
                .append(",\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":");
        text(group.name);
        line.append("}}");
        flush();
        begin("M")
                .append(",\"pid\":")
                .append(group.id)
                .append(",\"tid\":0,\"name\":\"process_sort_index\",\"args\":{\"sort_index\":");
        line.append(group.rank).append("}}");
        flush();
    }

    @Override
    public void track(Track track) {
        if (track.unit != null) {
            return; // a counter is known by its name
        }
        begin("M")
                .append(",\"pid\":")
                .append(track.group.id)
                .append(",\"tid\":")
                .append(track.id);
        line.append(",\"name\":\"thread_name\",\"args\":{\"name\":");
        text(track.name);
        line.append("}}");
        flush();
        begin("M")
                .append(",\"pid\":")
                .append(track.group.id)
                .append(",\"tid\":")
                .append(track.id);
        line.append(",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":")
                .append(track.id)
                .append("}}");
        flush();
    }

    @Override
    public void event(TimelineEvent e, long nanos) {
        boolean ends = e.type == TimelineEvent.Type.END;
        if (ends) {
            flows(e, nanos);
        }
        begin(phase(e.type));
        at(e.on(), nanos);
        if (e.type == TimelineEvent.Type.COUNTER) {
            line.append(",\"name\":");
            text(e.on().name);
            line.append(",\"args\":{\"value\":").append(e.value).append("}}");
            flush();
            return;
        }
        if (!ends) {
            line.append(",\"name\":");
            text(e.name);
            line.append(",\"cat\":");
            text(e.category);
        }
        if (e.type == TimelineEvent.Type.INSTANT) {
            line.append(",\"s\":\"t\"");
        }
        if (e.arguments > 0) {
            line.append(",\"args\":{");
            for (int i = 0; i < e.arguments; i++) {
                line.append(i == 0 ? "" : ",");
                text(e.keys[i]);
                line.append(':');
                String text = e.texts[i];
                if (text == null) {
                    line.append(e.numbers[i]);
                } else {
                    text(text);
                }
            }
            line.append('}');
        }
        line.append('}');
        flush();
        if (!ends) {
            flows(e, nanos);
        }
    }

    /** Flows hang on the slice around them, so they stand inside it. */
    private void flows(TimelineEvent e, long nanos) {
        for (int i = 0; i < e.flowCount; i++) {
            flow(e, e.passes.get(i) ? "t" : "s", e.flows[i], nanos);
        }
        for (int i = 0; i < e.endCount; i++) {
            flow(e, "f", e.ends[i], nanos);
        }
    }

    private void flow(TimelineEvent e, String phase, long id, long nanos) {
        begin(phase);
        at(e.on(), nanos);
        line.append(",\"name\":\"waits\",\"cat\":\"flow\",\"id\":").append(id);
        line.append(phase.equals("s") ? "}" : ",\"bp\":\"e\"}");
        flush();
    }

    private static String phase(TimelineEvent.Type type) {
        return switch (type) {
            case BEGIN -> "B";
            case END -> "E";
            case INSTANT -> "i";
            case COUNTER -> "C";
        };
    }

    private StringBuilder begin(String phase) {
        line.append(first ? "\n" : ",\n").append("{\"ph\":\"").append(phase).append('"');
        first = false;
        return line;
    }

    private void at(Track track, long nanos) {
        line.append(",\"pid\":")
                .append(track.group.id)
                .append(",\"tid\":")
                .append(track.id)
                .append(",\"ts\":");
        line.append(nanos / NANOS).append('.');
        long rest = nanos % NANOS;
        line.append((char) ('0' + rest / 100))
                .append((char) ('0' + rest / 10 % 10))
                .append((char) ('0' + rest % 10));
    }

    private void text(String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < CONTROL) {
                line.append("\\u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }

    private void flush() {
        byte[] bytes = line.toString().getBytes(StandardCharsets.UTF_8);
        line.setLength(0);
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written += bytes.length;
    }

    @Override
    public long written() {
        return written;
    }

    @Override
    public long most(TimelineEvent e) {
        Track track = e.on();
        long bytes = FRAME + (long) CHARACTER * (e.name.length() + e.category.length() + track.name.length());
        for (int i = 0; i < e.arguments; i++) {
            String text = e.texts[i];
            bytes += ARGUMENT + (long) CHARACTER * (e.keys[i].length() + (text == null ? 0 : text.length()));
        }
        bytes += (long) FLOW * (e.flowCount + e.endCount);
        return track.described
                ? bytes
                : bytes + 4L * FRAME + (long) CHARACTER * (track.name.length() + track.group.name.length());
    }

    @Override
    public long flowBytes() {
        return FLOW;
    }

    @Override
    public long endBytes() {
        return END;
    }

    @Override
    public void close() {
        line.append("\n]}\n");
        flush();
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
