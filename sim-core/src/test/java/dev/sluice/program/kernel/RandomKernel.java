// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random kernel that can print itself and can run itself, one invocation at a time, without any code of the compiler:
 * the slow reference of the divergence test.
 */
final class RandomKernel {
    private static final int REGISTERS = 6;

    /** One invocation of the reference: its registers, its outputs, and a log of what it did to memory. */
    static final class Invocation {
        final Map<String, Long> values = new LinkedHashMap<>();
        /** Low and high bits by the name of the output. */
        final Map<String, List<Long>> outputs = new LinkedHashMap<>();

        final List<String> log = new ArrayList<>();

        long access(String kind, String type, long index, String rest) {
            log.add(kind + " " + type + " " + index + rest);
            return memory(type, index);
        }
    }

    interface Node {
        String text();

        long value(Invocation lane);
    }

    interface Step {
        void print(StringBuilder out);

        void run(Invocation lane);
    }

    private final Random random;
    private final List<String> readable = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final boolean fragment;
    /** Whether there may be loops that nothing bounds, whose kernels keep what no lane reads. */
    private final boolean whiles;

    private int loops;

    /** @param fragment whether to make a fragment kernel, with outputs */
    RandomKernel(long seed, boolean fragment) {
        random = new Random(seed);
        whiles = random.nextBoolean();
        this.fragment = fragment;
        readable.addAll(
                fragment
                        ? List.of("x", "y", "lane", "n")
                        : List.of("gid", "lid", "lane", "wg", "lidX", "lidY", "gidX", "n"));
        for (int i = 0; i < REGISTERS; i++) {
            steps.add(assign("r" + i, expression(2)));
            readable.add("r" + i);
        }
        steps.addAll(steps(0, 7));
        // registers that nobody reads any more need not hold anything, so some are read
        for (int i = 0; i < REGISTERS; i++) {
            if (random.nextBoolean()) {
                steps.add(store("u64", constant(i), register("r" + i)));
            }
        }
    }

    /** What every memory holds: a function of the type and the index. */
    static long memory(String type, long index) {
        long bits = (index ^ 0x5deece66dL) * 0x9e3779b97f4a7c15L;
        bits ^= bits >>> 29;
        return switch (type) {
            case "u8" -> bits & 0xff;
            case "u16" -> bits & 0xffff;
            case "u32", "f32" -> bits & 0xffff_ffffL;
            case "i32" -> (int) bits;
            default -> bits;
        };
    }

    String text() {
        return print(steps);
    }

    void run(Invocation lane) {
        steps.forEach(step -> step.run(lane));
    }

    private static String print(List<Step> steps) {
        StringBuilder out = new StringBuilder();
        steps.forEach(step -> step.print(out));
        return out.toString();
    }

    private List<Step> steps(int depth, int most) {
        List<Step> result = new ArrayList<>();
        int count = 1 + random.nextInt(most);
        for (int i = 0; i < count; i++) {
            result.add(step(depth));
        }
        return result;
    }

    private Step step(int depth) {
        if (fragment && random.nextInt(4) == 0) {
            return export();
        }
        int kind = random.nextInt(depth < 4 ? whiles ? 12 : 11 : 7);
        return switch (kind) {
            case 0, 1, 2 -> assign(register(), expression(3));
            case 3, 4 -> load();
            case 5 -> store();
            case 6 -> atomic();
            case 7, 8, 9 -> conditional(depth);
            case 10 -> forLoop(depth);
            default -> whileLoop(depth);
        };
    }

    private String register() {
        return "r" + random.nextInt(REGISTERS);
    }

    private static Step assign(String name, Node value) {
        return step(name + " = " + value.text() + "\n", lane -> lane.values.put(name, value.value(lane)));
    }

    private Step load() {
        String name = register();
        String type = type();
        Node index = expression(2);
        return step(name + " = load." + type + " a[" + index.text() + "]\n", lane -> {
            long at = index.value(lane);
            lane.values.put(name, lane.access("load", type, at, ""));
        });
    }

    private Step store() {
        String type = type();
        Node index = expression(2);
        return store(type, index, expression(2));
    }

    private static Step store(String type, Node index, Node value) {
        return step("store." + type + " b[" + index.text() + "] = " + value.text() + "\n", lane -> {
            long bits = value.value(lane);
            lane.access("store", type, index.value(lane), " " + truncated(type, bits));
        });
    }

    private Step atomic() {
        String name = register();
        Node index = expression(1);
        Node compare = expression(1);
        Node value = expression(1);
        String text = name + " = atomic.compareExchange.u32 b[" + index.text() + "], " + compare.text() + ", "
                + value.text() + "\n";
        return step(text, lane -> {
            String rest = " " + truncated("u32", compare.value(lane)) + " " + truncated("u32", value.value(lane));
            lane.values.put(name, lane.access("atomic", "u32", index.value(lane), rest));
        });
    }

    private Step export() {
        int output = random.nextInt(4);
        Node low = expression(2);
        if (output == 3) {
            return step(
                    "out.depth = " + low.text() + "\n",
                    lane -> lane.outputs.put("depth", List.of(low.value(lane) & 0xffff_ffffL, 0L)));
        }
        String name = "color" + output * 3;
        Node high = random.nextBoolean() ? expression(1) : null;
        String text = "out." + name + " = " + low.text() + (high == null ? "" : ", " + high.text()) + "\n";
        return step(
                text, lane -> lane.outputs.put(name, List.of(low.value(lane), high == null ? 0L : high.value(lane))));
    }

    static long truncated(String type, long value) {
        return switch (type) {
            case "u8" -> value & 0xff;
            case "u16" -> value & 0xffff;
            case "u64" -> value;
            default -> value & 0xffff_ffffL;
        };
    }

    private String type() {
        return List.of("u8", "u16", "u32", "u64", "i32", "f32").get(random.nextInt(6));
    }

    private Step conditional(int depth) {
        Node condition = expression(2);
        List<Step> then = steps(depth + 1, 3);
        List<Step> otherwise = random.nextBoolean() ? steps(depth + 1, 3) : List.of();
        String text = "if " + condition.text() + " {\n" + print(then) + "}"
                + (otherwise.isEmpty() ? "\n" : " else {\n" + print(otherwise) + "}\n");
        return step(text, lane -> (condition.value(lane) != 0 ? then : otherwise).forEach(s -> s.run(lane)));
    }

    private Step forLoop(int depth) {
        String name = "i" + loops++;
        boolean uniform = random.nextBoolean();
        Node from = uniform ? constant(random.nextInt(4)) : masked(expression(1), 3);
        Node to = uniform ? constant(random.nextInt(6)) : masked(expression(1), 7);
        long by = List.of(1L, 1L, 2L, -1L, -2L).get(random.nextInt(5));
        readable.add(name);
        List<Step> body = steps(depth + 1, 3);
        readable.remove(name);
        String text =
                "for " + name + " in " + from.text() + ".." + to.text() + " step " + by + " {\n" + print(body) + "}\n";
        return step(text, lane -> {
            long end = to.value(lane);
            long i = from.value(lane);
            for (; by > 0 ? i < end : i > end; i += by) {
                lane.values.put(name, i);
                body.forEach(s -> s.run(lane));
            }
            lane.values.put(name, i);
        });
    }

    private Step whileLoop(int depth) {
        String name = "w" + loops++;
        Node start = masked(expression(1), 3);
        Node extra = expression(1);
        List<Step> body = steps(depth + 1, 3);
        String text = name + " = " + start.text() + "\nwhile " + name + " > 0 && (" + extra.text() + ") != 3 {\n"
                + print(body) + name + " = " + name + " - 1\n}\n";
        return step(text, lane -> {
            long left = start.value(lane);
            lane.values.put(name, left);
            while (left > 0 && extra.value(lane) != 3) {
                body.forEach(s -> s.run(lane));
                left--;
                lane.values.put(name, left);
            }
        });
    }

    private Node expression(int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            if (random.nextInt(3) == 0) {
                return constant(random.nextInt(10));
            }
            String name = readable.get(random.nextInt(readable.size()));
            return register(name);
        }
        Node a = expression(depth - 1);
        Node b = expression(depth - 1);
        String x = "(" + a.text() + ")";
        String y = "(" + b.text() + ")";
        return switch (random.nextInt(13)) {
            case 0 -> node(x + " + " + y, lane -> a.value(lane) + b.value(lane));
            case 1 -> node(x + " - " + y, lane -> a.value(lane) - b.value(lane));
            case 2 -> node(x + " * " + y, lane -> a.value(lane) * b.value(lane));
            case 3 -> node(x + " / " + y, lane -> b.value(lane) == 0 ? 0 : a.value(lane) / b.value(lane));
            case 4 -> node(x + " % " + y, lane -> b.value(lane) == 0 ? 0 : a.value(lane) % b.value(lane));
            case 5 -> node(x + " ^ " + y, lane -> a.value(lane) ^ b.value(lane));
            case 6 -> node(x + " & " + y, lane -> a.value(lane) & b.value(lane));
            case 7 -> node(x + " >> " + y, lane -> a.value(lane) >> (b.value(lane) & 63));
            case 8 -> node(x + " < " + y, lane -> a.value(lane) < b.value(lane) ? 1 : 0);
            case 9 -> node(x + " == " + y, lane -> a.value(lane) == b.value(lane) ? 1 : 0);
            case 10 -> node("!" + x, lane -> a.value(lane) == 0 ? 1 : 0);
            case 11 -> node("max(" + x + ", " + y + ")", lane -> Math.max(a.value(lane), b.value(lane)));
            default -> {
                Node c = expression(depth - 1);
                yield node(
                        x + " ? " + y + " : (" + c.text() + ")",
                        lane -> a.value(lane) != 0 ? b.value(lane) : c.value(lane));
            }
        };
    }

    private static Node register(String name) {
        return node(name, lane -> lane.values.get(name));
    }

    private static Node constant(long value) {
        return node(Long.toString(value), lane -> value);
    }

    private static Node masked(Node of, int mask) {
        return node("(" + of.text() + ") & " + mask, lane -> of.value(lane) & mask);
    }

    private static Node node(String text, java.util.function.ToLongFunction<Invocation> value) {
        return new Node() {
            @Override
            public String text() {
                return text;
            }

            @Override
            public long value(Invocation lane) {
                return value.applyAsLong(lane);
            }
        };
    }

    private static Step step(String text, java.util.function.Consumer<Invocation> run) {
        return new Step() {
            @Override
            public void print(StringBuilder out) {
                out.append(text);
            }

            @Override
            public void run(Invocation lane) {
                run.accept(lane);
            }
        };
    }
}
