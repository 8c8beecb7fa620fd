// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture.spirv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A SPIR-V module, read far enough to tell which descriptors each entry point reads and writes, and its workgroup size.
 *
 * <p>Accesses are found by following pointers through access chains, copies, selections and function parameters. What
 * cannot be followed counts as read and written. The decorations NonWritable and NonReadable narrow the result. Source:
 * SPIR-V 1.6, unified specification.
 */
public final class SpirvModule {
    private static final int MAGIC = 0x0723_0203;
    private static final int HEADER = 5;
    /** SPV_KHR_untyped_pointers: variables are declared in another way. */
    private static final int UNTYPED_POINTERS = 4473;

    private final List<EntryPoint> entryPoints;
    private final BindingReach reach;

    private SpirvModule(List<EntryPoint> entryPoints, BindingReach reach) {
        this.entryPoints = List.copyOf(entryPoints);
        this.reach = reach;
    }

    /** Which bytes of its bindings the module's shader can touch; of no use with several entry points. */
    public BindingReach reach() {
        return reach;
    }

    /** The entry points, in the module's order. */
    public List<EntryPoint> entryPoints() {
        return entryPoints;
    }

    /** The entry point of this name and execution model, or null. */
    public @Nullable EntryPoint entryPoint(String name, int model) {
        for (EntryPoint entry : entryPoints) {
            if (entry.model() == model && entry.name().equals(name)) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Reads a module.
     *
     * @param code the module's bytes, in the byte order of the buffer
     * @param specialization values of specialization constants by their SpecId, in place of the defaults
     * @throws SpirvException when the bytes are no valid module
     */
    public static SpirvModule parse(ByteBuffer code, Map<Integer, Integer> specialization) throws SpirvException {
        int[] words = words(code);
        Declarations declared = new Declarations(specialization);
        List<int[]> bodies = new ArrayList<>();
        boolean inFunction = false;
        for (int at = HEADER; at < words.length; ) {
            int length = words[at] >>> 16;
            int op = words[at] & 0xffff;
            if (length == 0 || length > words.length - at) {
                throw new SpirvException("instruction " + op + " at word " + at + " does not fit in the module");
            }
            int[] instruction = new int[length];
            System.arraycopy(words, at, instruction, 0, length);
            instruction[0] = op;
            if (op == Op.FUNCTION) {
                inFunction = true;
            }
            if (inFunction) {
                bodies.add(instruction);
            } else {
                declared.take(instruction);
            }
            if (op == Op.FUNCTION_END) {
                inFunction = false;
            }
            at += length;
        }
        if (inFunction) {
            throw new SpirvException("the last function has no end");
        }
        Functions functions = new Functions(bodies);
        List<EntryPoint> entries = new ArrayList<>();
        for (Declarations.Entry entry : declared.entries()) {
            entries.add(new PointerAnalysis(declared, functions).run(entry));
        }
        return new SpirvModule(entries, new BindingReach(declared, bodies));
    }

    private static int[] words(ByteBuffer code) throws SpirvException {
        ByteBuffer in = code.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < HEADER * 4 || in.remaining() % 4 != 0) {
            throw new SpirvException(in.remaining() + " bytes are no SPIR-V module");
        }
        if (Integer.reverseBytes(in.getInt(in.position())) == MAGIC) {
            in.order(ByteOrder.BIG_ENDIAN);
        }
        int[] words = new int[in.remaining() / 4];
        in.asIntBuffer().get(words);
        if (words[0] != MAGIC) {
            throw new SpirvException("the module does not begin with the SPIR-V magic number");
        }
        return words;
    }

    /** A literal string that begins at a word. */
    static String string(int[] instruction, int from) {
        ByteBuffer bytes = ByteBuffer.allocate((instruction.length - from) * 4).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = from; i < instruction.length; i++) {
            bytes.putInt(instruction[i]);
        }
        int end = 0;
        while (end < bytes.capacity() && bytes.get(end) != 0) {
            end++;
        }
        return new String(bytes.array(), 0, end, StandardCharsets.UTF_8);
    }

    /** Everything that a module declares before its functions. */
    static final class Declarations {
        private static final long MEMBER = 1L << 32;
        /** A broken module may compute a constant of itself. */
        private static final int MOST_STEPS = 16;

        private final Map<Integer, Integer> specialization;
        private final List<Entry> entries = new ArrayList<>();
        private final Map<Integer, String> names = new HashMap<>();
        private final Map<Integer, Map<Integer, Integer>> decorations = new HashMap<>();
        private final Map<Long, Set<Integer>> memberDecorations = new HashMap<>();
        private final Set<Integer> builtInMembers = new HashSet<>();
        private final Map<Long, Integer> memberOffsets = new HashMap<>();
        private final Map<Long, Integer> matrixStrides = new HashMap<>();
        private final Map<Integer, int[]> types = new HashMap<>();
        private final Map<Integer, int[]> constants = new HashMap<>();
        private final Map<Integer, List<int[]>> modes = new HashMap<>();
        private final Map<Integer, int[]> variables = new LinkedHashMap<>();
        private final Set<Integer> debugSets = new HashSet<>();

        /** An entry point's declaration. */
        record Entry(int model, int function, String name, List<Integer> interfaces) {
            Entry {
                interfaces = List.copyOf(interfaces);
            }
        }

        Declarations(Map<Integer, Integer> specialization) {
            this.specialization = Map.copyOf(specialization);
        }

        List<Entry> entries() {
            return entries;
        }

        Map<Integer, int[]> variables() {
            return variables;
        }

        boolean debugSet(int id) {
            return debugSets.contains(id);
        }

        void take(int[] i) throws SpirvException {
            int op = i[0];
            int least = switch (op) {
                case Op.ENTRY_POINT, Op.VARIABLE, Op.TYPE_POINTER, Op.CONSTANT, Op.SPEC_CONSTANT, Op.MEMBER_DECORATE ->
                    4;
                case Op.NAME,
                        Op.EXECUTION_MODE,
                        Op.EXECUTION_MODE_ID,
                        Op.DECORATE,
                        Op.EXT_INST_IMPORT,
                        Op.TYPE_RUNTIME_ARRAY -> 3;
                case Op.TYPE_ARRAY, Op.TYPE_INT, Op.TYPE_VECTOR, Op.TYPE_MATRIX, Op.SPEC_CONSTANT_OP -> 4;
                case Op.TYPE_FLOAT -> 3;
                case Op.TYPE_STRUCT, Op.TYPE_IMAGE, Op.CAPABILITY -> 2;
                case Op.CONSTANT_COMPOSITE, Op.SPEC_CONSTANT_COMPOSITE -> 3;
                default -> 1;
            };
            if (i.length < least) {
                throw new SpirvException("instruction " + op + " is too short");
            }
            switch (op) {
                case Op.CAPABILITY -> {
                    if (i[1] == UNTYPED_POINTERS) {
                        throw new SpirvException("pointers without a type are not followed");
                    }
                }
                case Op.NAME -> names.put(i[1], string(i, 2));
                case Op.EXT_INST_IMPORT -> {
                    String set = string(i, 2);
                    if (set.startsWith("NonSemantic.") || set.equals("OpenCL.DebugInfo.100")) {
                        debugSets.add(i[1]);
                    }
                }
                case Op.ENTRY_POINT -> entries.add(entry(i));
                case Op.EXECUTION_MODE, Op.EXECUTION_MODE_ID ->
                    modes.computeIfAbsent(i[1], k -> new ArrayList<>()).add(i);
                case Op.DECORATE ->
                    decorations.computeIfAbsent(i[1], k -> new HashMap<>()).put(i[2], i.length > 3 ? i[3] : 0);
                case Op.MEMBER_DECORATE -> {
                    if (i[3] == Op.DECORATION_BUILT_IN && i.length > 4) {
                        builtInMembers.add(i[4]);
                    }
                    memberDecorations
                            .computeIfAbsent(member(i[1], i[2]), k -> new HashSet<>())
                            .add(i[3]);
                    if (i[3] == Op.DECORATION_OFFSET && i.length > 4) {
                        memberOffsets.put(member(i[1], i[2]), i[4]);
                    }
                    if (i[3] == Op.DECORATION_MATRIX_STRIDE && i.length > 4) {
                        matrixStrides.put(member(i[1], i[2]), i[4]);
                    }
                }
                case Op.TYPE_ARRAY,
                        Op.TYPE_RUNTIME_ARRAY,
                        Op.TYPE_STRUCT,
                        Op.TYPE_POINTER,
                        Op.TYPE_IMAGE,
                        Op.TYPE_INT,
                        Op.TYPE_FLOAT,
                        Op.TYPE_VECTOR,
                        Op.TYPE_MATRIX -> types.put(i[1], i);
                case Op.CONSTANT,
                        Op.CONSTANT_COMPOSITE,
                        Op.SPEC_CONSTANT,
                        Op.SPEC_CONSTANT_COMPOSITE,
                        Op.SPEC_CONSTANT_OP -> constants.put(i[2], i);
                case Op.VARIABLE -> variables.put(i[2], i);
                default -> {}
            }
        }

        /** The name takes whole words, with at least one zero byte at its end; ids of variables follow. */
        private static Entry entry(int[] i) {
            String name = string(i, 3);
            List<Integer> interfaces = new ArrayList<>();
            for (int at = 3 + name.getBytes(StandardCharsets.UTF_8).length / 4 + 1; at < i.length; at++) {
                interfaces.add(i[at]);
            }
            return new Entry(i[1], i[2], name, interfaces);
        }

        private static long member(int struct, int member) {
            return struct * MEMBER + Integer.toUnsignedLong(member);
        }

        /** Whether any pointer of the module goes through a buffer device address. */
        boolean bufferAddresses() {
            return types.values().stream()
                    .anyMatch(type -> type[0] == Op.TYPE_POINTER && type[2] == Op.PHYSICAL_STORAGE_BUFFER);
        }

        String name(int id) {
            return names.getOrDefault(id, "");
        }

        int decoration(int id, int decoration, int absent) {
            return decorations.getOrDefault(id, Map.of()).getOrDefault(decoration, absent);
        }

        /** Whether a variable or a member of a block is a built-in of this number. */
        boolean builtIn(int number) {
            return builtInMembers.contains(number)
                    || decorations.values().stream()
                            .anyMatch(of -> of.getOrDefault(Op.DECORATION_BUILT_IN, -1) == number);
        }

        boolean decorated(int id, int decoration) {
            return decorations.getOrDefault(id, Map.of()).containsKey(decoration);
        }

        /** Whether every member of a structure has a decoration. */
        boolean allMembers(int struct, int decoration) {
            int[] type = types.get(struct);
            if (type == null || type[0] != Op.TYPE_STRUCT || type.length == 2) {
                return false;
            }
            for (int m = 0; m < type.length - 2; m++) {
                if (!memberDecorations.getOrDefault(member(struct, m), Set.of()).contains(decoration)) {
                    return false;
                }
            }
            return true;
        }

        /** The instruction that declares a type, or null. */
        int @Nullable [] type(int id) {
            return types.get(id);
        }

        /** The instruction that declares a constant, or null. */
        int @Nullable [] constantOf(int id) {
            return constants.get(id);
        }

        /** Where a member of a block begins, or -1. */
        int memberOffset(int struct, int member) {
            return memberOffsets.getOrDefault(member(struct, member), -1);
        }

        /**
         * Bytes from one column to the next of a member that is a matrix or an array of such; from one row to the next, and
         * negative, where rows lie in one piece; 0 for anything else.
         */
        int matrixStride(int struct, int member) {
            int stride = matrixStrides.getOrDefault(member(struct, member), 0);
            return memberDecorations
                            .getOrDefault(member(struct, member), Set.of())
                            .contains(Op.DECORATION_ROW_MAJOR)
                    ? -stride
                    : stride;
        }

        /** The type that a pointer type points to, arrays of descriptors taken off. */
        int pointee(int pointer) {
            int[] type = types.get(pointer);
            int id = type != null && type[0] == Op.TYPE_POINTER ? type[3] : 0;
            int[] inner = types.get(id);
            // a broken module may have an array of itself
            for (int depth = 0;
                    depth < 64 && inner != null && (inner[0] == Op.TYPE_ARRAY || inner[0] == Op.TYPE_RUNTIME_ARRAY);
                    depth++) {
                id = inner[2];
                inner = types.get(id);
            }
            return id;
        }

        /** Elements of the array that a pointer type points to, at most 64, and those where it is not known; 1 for anything else. */
        int arrayLength(int pointer) {
            int[] type = types.get(pointer);
            int[] inner = type != null && type[0] == Op.TYPE_POINTER ? types.get(type[3]) : null;
            return inner == null || inner[0] != Op.TYPE_ARRAY
                    ? 1
                    : (int) Math.max(1, Math.min(64, constant(inner[3]).most()));
        }

        List<Integer> localSize(int function) {
            List<Integer> size = new ArrayList<>(List.of(1, 1, 1));
            for (int[] mode : modes.getOrDefault(function, List.of())) {
                boolean ids = mode[0] == Op.EXECUTION_MODE_ID && mode[2] == Op.MODE_LOCAL_SIZE_ID;
                if (mode.length == 6 && (ids || (mode[0] == Op.EXECUTION_MODE && mode[2] == Op.MODE_LOCAL_SIZE))) {
                    for (int d = 0; d < 3; d++) {
                        size.set(d, ids ? extent(mode[3 + d]) : mode[3 + d]);
                    }
                }
            }
            for (Map.Entry<Integer, int[]> entry : constants.entrySet()) {
                int[] value = entry.getValue();
                boolean composite = value[0] == Op.CONSTANT_COMPOSITE || value[0] == Op.SPEC_CONSTANT_COMPOSITE;
                if (composite
                        && value.length == 6
                        && decoration(entry.getKey(), Op.DECORATION_BUILT_IN, -1) == Op.BUILT_IN_WORKGROUP_SIZE) {
                    for (int d = 0; d < 3; d++) {
                        size.set(d, extent(value[3 + d]));
                    }
                }
            }
            size.replaceAll(n -> Math.max(1, n));
            return size;
        }

        /** Invocations of a workgroup in one direction; 1 where they are not known. */
        private int extent(int id) {
            Bounds value = constant(id);
            return value.single() ? (int) value.least() : 1;
        }

        /** A constant below 2^32, specialized, or computed of such ones; any value where it is neither. */
        Bounds constant(int id) {
            return constant(id, MOST_STEPS);
        }

        private Bounds constant(int id, int steps) {
            int[] value = constants.get(id);
            if (value == null || value.length < 4 || steps == 0) {
                return Bounds.ANY;
            }
            return switch (value[0]) {
                case Op.CONSTANT ->
                    value.length == 4 || value.length == 5 && value[4] == 0 ? word(value[3]) : Bounds.ANY;
                case Op.SPEC_CONSTANT -> value.length == 4 ? word(specialized(id, value[3])) : Bounds.ANY;
                case Op.SPEC_CONSTANT_OP ->
                    value.length == 6
                            ? Bounds.of(value[3], constant(value[4], steps - 1), constant(value[5], steps - 1))
                            : Bounds.ANY;
                default -> Bounds.ANY;
            };
        }

        private int specialized(int id, int otherwise) {
            int number = decoration(id, Op.DECORATION_SPEC_ID, -1);
            return number < 0 ? otherwise : specialization.getOrDefault(number, otherwise);
        }

        private static Bounds word(int word) {
            return Bounds.of(Integer.toUnsignedLong(word));
        }
    }
}
