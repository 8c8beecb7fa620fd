// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.trace;

import dev.sluice.config.ConfigException;
import dev.sluice.machine.trace.GridTrace;
import dev.sluice.machine.trace.TraceBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A trace of Accel-Sim's tracer, which stands on NVBit: a list of kernels ({@code kernelslist.g}) and a file for each, or one
 * such file alone ({@code gpu-simulator/trace-parser} of the Accel-Sim framework; M. Khairy, Z. Shen, T. M. Aamodt, T. G. Rogers,
 * "Accel-Sim: An Extensible Simulation Framework for Validated GPU Modeling", ISCA 2020).
 *
 * <p>Kernels run one after the other in the order of the list, whatever their streams. Copies to the device are left out.
 */
final class AccelSimTrace implements GridTrace, TraceFile.Source {

    private static final Pattern TRIPLE = Pattern.compile("\\((\\d{1,10}),(\\d{1,10}),(\\d{1,10})\\)");
    private static final int WARP = 32;
    private static final int NEWEST_VERSION = 5;
    private static final int MOST_WARPS = 1 << 16;

    private final String name;
    private final List<Path> kernels = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    private final long size;
    private final AccelSimNotes counts = new AccelSimNotes();
    private final AtomicLong readBefore = new AtomicLong();
    private @Nullable TraceInput given;
    private volatile @Nullable TraceInput in;
    private @Nullable AccelSimBlocks blocks;
    private int next;

    AccelSimTrace(String name, Path path, TraceInput in) {
        this.name = name;
        files.add(path);
        if (isKernel(in)) {
            kernels.add(path);
            given = in;
            size = in.size();
            return;
        }
        list(path, in);
        readBefore.set(in.size());
        in.close();
        long sum = in.size();
        for (Path kernel : kernels) {
            try {
                sum += Files.size(kernel);
            } catch (IOException e) {
                throw ConfigException.unreadable(kernel.toString(), "cannot be read: " + e.getMessage());
            }
        }
        size = sum;
        files.addAll(kernels);
    }

    /** Whether it is the file of a kernel: those begin with lines about it. */
    private static boolean isKernel(TraceInput in) {
        in.skipByteOrderMark();
        byte[] first = in.peek(1);
        return first.length > 0 && (first[0] == '-' || first[0] == '#');
    }

    private void list(Path path, TraceInput in) {
        TraceLines lines = new TraceLines(in);
        while (lines.next()) {
            if (lines.atEnd()) {
                continue;
            }
            String line = lines.text().strip();
            if (line.startsWith("Memcpy")) {
                counts.copies++;
            } else if (line.startsWith("kernel")) {
                kernels.add(found(path, line, lines));
            } else {
                throw lines.fault(
                        1,
                        "a line names the file of a kernel, such as kernel-1.traceg, or a copy, such as"
                                + " MemcpyHtoD,0x00007f0000000000,4096");
            }
        }
        if (kernels.isEmpty()) {
            throw new ConfigException(
                    in.file(), "names no kernel; a line for each is expected, such as kernel-1.traceg");
        }
    }

    /** The file of a kernel, which may have been packed since the list was written. */
    private static Path found(Path list, String line, TraceLines lines) {
        try {
            Path file = list.resolveSibling(line);
            for (Compression packed : Compression.values()) {
                Path there = list.resolveSibling(line + packed.suffix());
                if (Files.isRegularFile(there)) {
                    return there;
                }
            }
            throw lines.fault(1, "there is no file " + file);
        } catch (InvalidPathException e) {
            throw lines.fault(1, "this is no name of a file: " + e.getReason());
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> notes() {
        return counts.notes();
    }

    @Override
    public @Nullable Kernel nextKernel() {
        TraceInput last = in;
        if (last != null) {
            readBefore.addAndGet(last.size());
            last.close();
            in = null;
        }
        if (next == kernels.size()) {
            return null;
        }
        TraceInput opened = given == null ? TraceInput.open(kernels.get(next)) : given;
        given = null;
        in = opened;
        next++;
        return head(opened);
    }

    /** Reads what is said of the kernel, up to its first block. */
    private Kernel head(TraceInput file) {
        TraceLines lines = new TraceLines(file);
        String kernel = "kernel " + next;
        long grid = -1;
        long threads = -1;
        long shared = 0;
        long registers = 0;
        AccelSimBlocks.Layout layout = new AccelSimBlocks.Layout();
        boolean whole = false;
        while (lines.next()) {
            if (lines.atEnd()) {
                continue;
            }
            if (lines.peek() == '#') {
                if (lines.begins("#BEGIN_TB")) {
                    throw lines.fault(
                            1, "a block begins before a line '#traces format' has ended the lines about the kernel");
                }
                whole = true;
                break;
            }
            String line = lines.text();
            int equals = line.indexOf('=');
            if (lines.peek() != '-' || equals < 0) {
                throw lines.fault(
                        1, "lines about a kernel begin with '-' and have a '=', such as '-grid dim = (1,1,1)'");
            }
            String key = line.substring(1, equals).strip();
            lines.go(equals + 1);
            switch (key) {
                case "kernel name" -> kernel = line.substring(equals + 1).strip();
                case "grid dim" -> grid = product(lines, line.substring(equals + 1));
                case "block dim" -> threads = product(lines, line.substring(equals + 1));
                case "shmem" -> shared = positive(lines, "bytes of shared memory");
                case "nregs" -> registers = positive(lines, "a number of registers");
                case "accelsim tracer version" -> layout.version = version(lines);
                case "enable lineinfo" -> layout.lineInfo = positive(lines, "0 or 1") != 0;
                case "shmem base_addr" -> layout.sharedBase = lines.hexadecimal("an address");
                case "local mem base_addr" -> layout.localBase = lines.hexadecimal("an address");
                default -> {
                    // of no use here
                }
            }
        }
        if (!whole) {
            throw lines.fault(
                    1,
                    "the file ends within the lines about the kernel; a line '#traces format' and the blocks were"
                            + " expected");
        }
        if (grid < 0 || threads < 0) {
            throw new ConfigException(
                    file.file(),
                    "does not say how large the kernel is: '-grid dim = (x,y,z)' and '-block dim = (x,y,z)'"
                            + " stand before the first block");
        }
        long warps = (threads + WARP - 1) / WARP;
        if (warps < 1 || warps > MOST_WARPS) {
            throw new ConfigException(file.file(), "a block has 1 to " + MOST_WARPS + " warps, not " + warps);
        }
        layout.blocks = grid;
        blocks = new AccelSimBlocks(lines, (int) warps, layout, counts);
        return new Kernel(kernel, grid, (int) warps, (int) Math.min(registers, 1 << 16), shared);
    }

    private static long version(TraceLines lines) {
        lines.skipBlanks();
        int column = lines.column();
        long version = positive(lines, "a version");
        if (version > NEWEST_VERSION) {
            throw lines.fault(
                    column,
                    "traces of tracer version " + version + " are not known, only those up to " + NEWEST_VERSION);
        }
        return version;
    }

    private static long positive(TraceLines lines, String what) {
        lines.skipBlanks();
        int column = lines.column();
        long value = lines.decimal(what);
        if (value < 0) {
            throw lines.fault(column, what + " cannot be negative");
        }
        return value;
    }

    private static long product(TraceLines lines, String text) {
        Matcher triple = TRIPLE.matcher(text.replace(" ", ""));
        if (!triple.matches()) {
            throw lines.fault(lines.column(), "three numbers in parentheses were expected, such as (64,1,1)");
        }
        try {
            return Math.multiplyExact(
                    Math.multiplyExact(Long.parseLong(triple.group(1)), Long.parseLong(triple.group(2))),
                    Long.parseLong(triple.group(3)));
        } catch (ArithmeticException e) {
            throw lines.fault(lines.column(), "the product of these numbers does not fit 63 bits");
        }
    }

    @Override
    public @Nullable TraceBlock nextBlock() {
        AccelSimBlocks of = blocks;
        return of == null ? null : of.next();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public long read() {
        TraceInput now = in;
        return readBefore.get() + (now == null ? 0 : now.read());
    }

    @Override
    public List<Path> files() {
        return List.copyOf(files);
    }

    @Override
    public void close() {
        TraceInput open = in == null ? given : in;
        if (open != null) {
            open.close();
        }
    }
}
