package dev.sluice.config.capture;

import dev.sluice.config.capture.Descriptors.BoundSet;
import dev.sluice.config.capture.Descriptors.Descriptor;
import dev.sluice.config.capture.KernelTexts.Range;
import dev.sluice.config.capture.PipelineCalls.Compute;
import dev.sluice.config.capture.spirv.EntryPoint;
import dev.sluice.config.capture.spirv.ResourceAccess;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Turns a dispatch into a dispatch of a kernel that touches what the shader's descriptors name. */
final class Dispatches {
    private static final List<Integer> UNKNOWN_SIZE = List.of(64, 1, 1);

    private final Session session;

    Dispatches(Session session) {
        this.session = session;
    }

    /** What was bound when a dispatch was recorded. */
    record Bound(@Nullable Compute pipeline, NavigableMap<Integer, BoundSet> sets) {}

    /** Adds a dispatch of so many groups. */
    void direct(Submission submission, Call call, Bound bound, List<Long> groups) {
        if (groups.contains(0L)) {
            session.notes.count("dispatches of no workgroup are left out");
            return;
        }
        List<Integer> local = localSize(bound);
        long total = product(groups, local);
        List<Range> ranges = ranges(bound);
        Map<String, Object> arguments = arguments(bound, local, ranges);
        arguments.put("groups", groups);
        submit(submission, call, "dispatch", arguments, ranges, total);
    }

    /** Adds a dispatch whose group counts lie in a buffer. */
    void indirect(Submission submission, Call call, Bound bound, Buffer buffer, long offset) {
        List<Integer> local = localSize(bound);
        List<Long> groups = List.of(1L, 1L, 1L);
        Memory memory = buffer.memory();
        byte[] counts = memory == null ? new byte[0] : memory.shadow.known(buffer.offset() + offset, 12);
        if (counts.length == 12) {
            ByteBuffer words = ByteBuffer.wrap(counts).order(ByteOrder.LITTLE_ENDIAN);
            List<Long> read = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                read.add(Integer.toUnsignedLong(words.getInt()));
            }
            groups = read.contains(0L) ? groups : read;
        } else {
            session.notes.count(
                    "the group counts of an indirect dispatch are not known: its first workgroup touches all ranges");
        }
        List<Range> ranges = ranges(bound);
        Map<String, Object> arguments = arguments(bound, local, ranges);
        arguments.put("buffer", buffer.name);
        arguments.put("offset", offset);
        submit(submission, call, "dispatchIndirect", arguments, ranges, product(groups, local));
    }

    private Map<String, Object> arguments(Bound bound, List<Integer> local, List<Range> ranges) {
        Compute pipeline = bound.pipeline();
        String wanted = pipeline == null ? "unknown" : pipeline.kernel();
        return Session.map("kernel", session.kernels.kernel(wanted, local, ranges));
    }

    private void submit(
            Submission submission,
            Call call,
            String kind,
            Map<String, Object> arguments,
            List<Range> ranges,
            long total) {
        Map<String, Object> bind = new LinkedHashMap<>();
        for (Range range : ranges) {
            boolean whole = range.offset() == 0 && range.size() == range.buffer().size;
            bind.put(
                    range.name(),
                    whole
                            ? range.buffer().name
                            : Session.map(
                                    "buffer", range.buffer().name, "offset", range.offset(), "size", range.size()));
        }
        arguments.put("bind", bind);
        Map<String, Object> parameters = KernelTexts.parameters(ranges, total);
        if (!parameters.isEmpty()) {
            arguments.put("params", parameters);
        }
        session.notes.once(
                "dispatches are approximate: each touches every range that its shader's descriptors name once,"
                        + " and stores hashes, because shaders are not executed");
        submission.add(call, kind, arguments, true);
        for (Range range : ranges) {
            if (range.writes()) {
                range.buffer().deviceWrote(range.offset(), range.size());
            }
        }
    }

    private List<Integer> localSize(Bound bound) {
        EntryPoint shader = shader(bound);
        if (shader == null) {
            session.notes.once(
                    "a shader's code is missing: workgroups of 64 invocations are assumed, and that storage buffers"
                            + " are read and written");
            return UNKNOWN_SIZE;
        }
        return shader.localSize();
    }

    private static @Nullable EntryPoint shader(Bound bound) {
        Compute pipeline = bound.pipeline();
        return pipeline == null ? null : pipeline.shader();
    }

    private static long product(List<Long> groups, List<Integer> local) {
        try {
            long product = 1;
            for (long count : groups) {
                product = Math.multiplyExact(product, count);
            }
            for (int count : local) {
                product = Math.multiplyExact(product, count);
            }
            // the kernel adds total to other counts
            return Math.min(product, 1L << 60);
        } catch (ArithmeticException e) {
            return 1L << 60;
        }
    }

    private List<Range> ranges(Bound bound) {
        List<Range> ranges = new ArrayList<>();
        EntryPoint shader = shader(bound);
        if (shader == null) {
            bound.sets()
                    .forEach((number, set) -> set.set().bindings().keySet().forEach(binding -> {
                        Access access = new Access(number, binding, "", true, true);
                        ranges(set, access, ranges);
                    }));
            return ranges;
        }
        if (shader.bufferAddresses()) {
            session.notes.count("accesses through buffer device addresses are not known");
        }
        for (ResourceAccess use : shader.resources()) {
            BoundSet set = bound.sets().get(use.set());
            if ((!use.reads() && !use.writes()) || duplicate(shader, use)) {
                continue;
            }
            if (set == null || !set.set().bindings().containsKey(use.binding())) {
                session.notes.count(
                        "dispatches with nothing known bound to set " + use.set() + ", binding " + use.binding());
                continue;
            }
            ranges(set, merged(shader, use), ranges);
        }
        return ranges;
    }

    /** What is done with one binding. */
    private record Access(int set, int binding, String name, boolean reads, boolean writes) {}

    /** Whether an earlier variable of the shader has the same binding, so that it was merged into that one. */
    private static boolean duplicate(EntryPoint shader, ResourceAccess use) {
        for (ResourceAccess other : shader.resources()) {
            if (other.equals(use)) {
                return false;
            }
            if (other.set() == use.set() && other.binding() == use.binding()) {
                return true;
            }
        }
        return false;
    }

    private static Access merged(EntryPoint shader, ResourceAccess use) {
        boolean reads = false;
        boolean writes = false;
        for (ResourceAccess other : shader.resources()) {
            if (other.set() == use.set() && other.binding() == use.binding()) {
                reads |= other.reads();
                writes |= other.writes();
            }
        }
        return new Access(use.set(), use.binding(), use.name(), reads, writes);
    }

    private void ranges(BoundSet bound, Access access, List<Range> ranges) {
        NavigableMap<Integer, Descriptor> array =
                bound.set().bindings().getOrDefault(access.binding(), new TreeMap<>());
        for (Map.Entry<Integer, Descriptor> entry : array.entrySet()) {
            Descriptor descriptor = entry.getValue();
            String kind = kind(descriptor.type());
            Buffer buffer = descriptor.buffer();
            if (kind.isEmpty()) {
                session.notes.count(
                        "accesses of dispatches through " + descriptor.type() + " descriptors are not modelled");
                continue;
            }
            long offset = descriptor.offset() + dynamicOffset(bound, access.binding(), entry.getKey());
            long size = buffer == null || buffer.memory() == null ? 0 : buffer.clamp(offset, descriptor.range());
            if (buffer == null || size == 0) {
                session.notes.count(
                        "dispatches with no buffer range behind set " + access.set() + ", binding " + access.binding());
                continue;
            }
            boolean writes = access.writes() && kind.equals("storage");
            String name =
                    "s" + access.set() + "b" + access.binding() + (entry.getKey() > 0 ? "e" + entry.getKey() : "");
            ranges.add(new Range(
                    name, what(access, entry.getKey()), kind, buffer, offset, size, access.reads() || !writes, writes));
        }
    }

    private static String what(Access access, int element) {
        return "set " + access.set() + " binding " + access.binding() + (element > 0 ? " element " + element : "")
                + (access.name().matches("[A-Za-z0-9_.]+") ? " (" + access.name() + ")" : "");
    }

    private static String kind(String type) {
        return switch (type) {
            case "UNIFORM_BUFFER", "UNIFORM_BUFFER_DYNAMIC" -> "uniform";
            case "STORAGE_BUFFER", "STORAGE_BUFFER_DYNAMIC", "STORAGE_TEXEL_BUFFER" -> "storage";
            case "UNIFORM_TEXEL_BUFFER" -> "sampled";
            default -> "";
        };
    }

    private static long dynamicOffset(BoundSet bound, int binding, int element) {
        int at = 0;
        for (Map.Entry<Integer, String> entry : bound.set().layout().types().entrySet()) {
            if (!entry.getValue().endsWith("_DYNAMIC")) {
                continue;
            }
            if (entry.getKey() == binding) {
                at += element;
                return at < bound.dynamicOffsets().size()
                        ? bound.dynamicOffsets().get(at)
                        : 0;
            }
            at += bound.set().layout().counts().getOrDefault(entry.getKey(), 0);
        }
        return 0;
    }
}
