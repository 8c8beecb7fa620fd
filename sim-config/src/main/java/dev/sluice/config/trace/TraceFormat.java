// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Formats of traces. */
public enum TraceFormat {
    /** A line names the columns, each further line is an access; what {@code run --record} writes. */
    CSV("csv"),
    /** What Valgrind's Lackey prints with {@code --trace-mem=yes}. */
    LACKEY("lackey"),
    /** ChampSim's instructions of 64 bytes. */
    CHAMPSIM("champsim"),
    /** libCacheSim's records of 24 bytes. */
    ORACLE_GENERAL("oracleGeneral"),
    /** Accel-Sim's list of kernels, and the file of one kernel. */
    ACCEL_SIM("accelsim");

    /** How much of a file is looked at. */
    private static final int LOOK = 1 << 14;

    private static final int FEW = 2;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final String key;

    TraceFormat(String key) {
        this.key = key;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return key;
    }

    /** The format with a name, in letters of either case; null if there is none. */
    public static @Nullable TraceFormat of(String name) {
        for (TraceFormat format : values()) {
            if (format.key.equalsIgnoreCase(name)) {
                return format;
            }
        }
        return null;
    }

    /** The formats' names, for people. */
    public static String names() {
        return Arrays.stream(values()).map(TraceFormat::toString).collect(Collectors.joining(", "));
    }

    /**
     * The format of a trace by its file's name, or by what is in it; null if neither tells one.
     *
     * @throws ConfigException if the file cannot be read
     */
    public static @Nullable TraceFormat tell(Path path) {
        TraceInput in = TraceInput.open(path);
        try {
            return tell(String.valueOf(path.getFileName()), in);
        } finally {
            in.close();
        }
    }

    private static @Nullable TraceFormat tell(String file, TraceInput in) {
        TraceFormat named = named(Compression.plainName(file).toLowerCase(Locale.ROOT));
        if (named != null) {
            return named;
        }
        byte[] first = in.peek(LOOK);
        return first.length == 0 ? null : text(first) ? ofText(first) : ofBytes(first);
    }

    /** The format of a trace by its file's name, or by what is in it. */
    static TraceFormat of(String file, TraceInput in) {
        TraceFormat found = tell(file, in);
        if (found == null) {
            ForeignArchive.refuse(in);
            WideText.refuseMarked(in);
            throw new ConfigException(
                    in.file(),
                    (in.peek(1).length == 0 ? "is empty" : "is a trace of no format that its name or its contents tell")
                            + "; --format says which it is: " + names());
        }
        return found;
    }

    private static @Nullable TraceFormat named(String name) {
        if (name.endsWith(".csv")) {
            return CSV;
        }
        if (name.endsWith(".traceg") || name.endsWith(".g")) {
            return ACCEL_SIM;
        }
        if (name.contains("oraclegeneral")) {
            return ORACLE_GENERAL;
        }
        if (name.contains("champsim")) {
            return CHAMPSIM;
        }
        return name.endsWith(".lackey") ? LACKEY : null;
    }

    private static boolean text(byte[] first) {
        for (byte value : first) {
            if (value >= 0 && value < ' ' && value != '\n' && value != '\r' && value != '\t') {
                return false;
            }
        }
        return true;
    }

    private static @Nullable TraceFormat ofText(byte[] first) {
        int lackey = 0;
        String text = new String(first, StandardCharsets.UTF_8);
        String unmarked = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        for (String line : unmarked.split("\r?\n", 64)) {
            if (line.isBlank()) {
                continue;
            }
            if (line.startsWith("kernel-") || line.startsWith("Memcpy") || line.startsWith("-kernel name")) {
                return ACCEL_SIM;
            }
            if (LackeyTrace.isLine(line)) {
                if (++lackey == FEW) {
                    return LACKEY;
                }
            } else if (!line.startsWith("#")) {
                return CsvTrace.isHeader(line) ? CSV : null;
            }
        }
        return lackey > 0 ? LACKEY : null;
    }

    private static @Nullable TraceFormat ofBytes(byte[] first) {
        ByteBuffer bytes = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
        boolean champSim = first.length >= ChampSimTrace.RECORD;
        for (int at = 0; at + ChampSimTrace.RECORD <= first.length && champSim; at += ChampSimTrace.RECORD) {
            champSim = ChampSimTrace.plausible(bytes, at);
        }
        boolean oracle = first.length >= OracleGeneralTrace.RECORD;
        long time = 0;
        for (int at = 0; at + OracleGeneralTrace.RECORD <= first.length && oracle; at += OracleGeneralTrace.RECORD) {
            oracle = OracleGeneralTrace.plausible(bytes, at, at == 0 ? OracleGeneralTrace.time(bytes, 0) : time);
            time = OracleGeneralTrace.time(bytes, at);
        }
        return champSim == oracle ? null : champSim ? CHAMPSIM : ORACLE_GENERAL;
    }
}
