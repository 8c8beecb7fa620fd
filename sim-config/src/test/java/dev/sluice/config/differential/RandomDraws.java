// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Renderings of a {@link RandomStream}: colour, depth and resolve attachments, draws of all kinds. */
final class RandomDraws {

    private static final RandomBarriers.Use DEPTH = new RandomBarriers.Use(
            "EARLY_FRAGMENT_TESTS, LATE_FRAGMENT_TESTS",
            "DEPTH_STENCIL_ATTACHMENT_READ",
            "DEPTH_STENCIL_ATTACHMENT_WRITE");
    private static final RandomBarriers.Use ATTRIBUTE =
            new RandomBarriers.Use("VERTEX_ATTRIBUTE_INPUT", "VERTEX_ATTRIBUTE_READ", "");
    private static final RandomBarriers.Use INDEX = new RandomBarriers.Use("INDEX_INPUT", "INDEX_READ", "");
    private static final RandomBarriers.Use VERTEX =
            new RandomBarriers.Use("VERTEX_SHADER", "SHADER_STORAGE_READ", "SHADER_STORAGE_WRITE");
    private static final RandomBarriers.Use FRAGMENT =
            new RandomBarriers.Use("FRAGMENT_SHADER", "UNIFORM_READ", "SHADER_STORAGE_WRITE");

    private final SplittableRandom random;
    private final RandomBarriers barriers;
    private final RandomLayouts layouts;
    private final List<Runnable> done = new ArrayList<>();

    RandomDraws(SplittableRandom random, RandomBarriers barriers, RandomLayouts layouts) {
        this.random = random;
        this.barriers = barriers;
        this.layouts = layouts;
    }

    void command(List<String> commands, Slot slot) {
        boolean many = random.nextInt(4) == 0;
        String color = many ? "m" : List.of("i", "i", "j", "l").get(random.nextInt(4));
        boolean deep = !many && random.nextInt(2) == 0;
        String draw = special(commands, slot);
        String colors = attachment(commands, color, "COLOR_ATTACHMENT_OPTIMAL", RandomBarriers.COLOR, "[1, 0, 1, 1]");
        if (many && random.nextInt(3) != 0) {
            layouts.enter(commands, "i", "COLOR_ATTACHMENT_OPTIMAL", RandomBarriers.COLOR, false, true);
            colors += ", resolve: i";
            done.add(() -> layouts.did("i", RandomBarriers.COLOR, false, true));
        }
        String depth = deep
                ? ", depthAttachment: "
                        + attachment(commands, "z", "DEPTH_STENCIL_ATTACHMENT_OPTIMAL", DEPTH, "{depth: 0.75}")
                        + "}"
                : "";
        commands.add("beginRendering: {renderArea: [0, 0, 16, 16], colorAttachments: [" + colors + "}]" + depth + "}");
        if (random.nextInt(3) == 0) {
            commands.add(plain(deep));
        }
        if (random.nextInt(5) == 0) {
            commands.add("clearAttachments: {attachments: [{aspectMask: [COLOR], colorAttachment: 0, clear: "
                    + "[0, 1, 0, 1]}], rects: [[4, 0, 8, 8]]}");
        }
        commands.add(draw == null ? plain(deep) : draw + tests(deep) + "}");
        commands.add("endRendering: {}");
        done.forEach(Runnable::run);
        done.clear();
    }

    private String attachment(
            List<String> commands, String image, String layout, RandomBarriers.Use use, String clear) {
        boolean load = random.nextBoolean();
        boolean keep = random.nextInt(6) != 0;
        if (load) {
            layouts.define(commands, image);
        }
        layouts.enter(commands, image, layout, use, true, true);
        done.add(() -> {
            layouts.did(image, use, true, true);
            if (!keep) {
                layouts.giveUp(image);
            }
        });
        return "{image: " + image + ", layout: " + layout + ", loadOp: " + (load ? "LOAD" : "CLEAR, clear: " + clear)
                + (keep ? "" : ", storeOp: DONT_CARE");
    }

    private String plain(boolean deep) {
        String kernel = deep && random.nextInt(3) == 0 ? "deep" : "paint";
        return "draw: {fragment: " + kernel + ", coverage: " + coverage() + tests(deep) + "}";
    }

    private String coverage() {
        return "[[" + random.nextInt(8) + ", " + random.nextInt(8) + ", " + (1 + random.nextInt(8)) + ", "
                + (1 + random.nextInt(8)) + "]]";
    }

    private String tests(boolean deep) {
        String blend = random.nextInt(3) == 0 ? ", blend: true" : "";
        return deep
                ? blend + ", depth: 0." + random.nextInt(10) + ", depthTest: "
                        + List.of("less", "greater", "always").get(random.nextInt(3)) + ", depthWrite: "
                        + random.nextBoolean()
                : blend;
    }

    /** A draw that touches buffers too, with what must come before the rendering; null for one that does not. */
    private @Nullable String special(List<String> commands, Slot slot) {
        String square = ", coverage: [[0, 0, 8, 8]]";
        switch (random.nextInt(8)) {
            case 0 -> {
                use(commands, ATTRIBUTE, true, slot);
                return "draw: {fragment: paint" + square + ", vertices: {buffer: " + slot.buffer() + ", offset: "
                        + slot.offset() + ", stride: 16, size: 16, count: 16}";
            }
            case 1 -> {
                update(commands, "0, 3, 1, 2, 2, 5");
                use(commands, INDEX, true, ARGUMENTS);
                use(commands, ATTRIBUTE, true, slot);
                return "drawIndexed: {fragment: paint" + square
                        + ", indices: {buffer: args, offset: 256, type: u32, count: 6}, vertices: {buffer: "
                        + slot.buffer() + ", offset: " + slot.offset() + ", stride: 16, size: 16, count: 16}";
            }
            case 2 -> {
                update(commands, "3, 1, 0, 0");
                use(commands, RandomBarriers.INDIRECT, true, ARGUMENTS);
                return "drawIndirect: {fragment: paint" + square + ", buffer: args, offset: 256";
            }
            case 3 -> {
                use(commands, FRAGMENT, false, slot);
                return "draw: {fragment: spill" + square + ", bind: {d: " + slot + "}";
            }
            case 4 -> {
                use(commands, FRAGMENT, true, slot);
                return "draw: {fragment: fetch" + square + ", bind: {s: " + slot + "}";
            }
            case 5 -> {
                use(commands, VERTEX, false, slot);
                return "draw: {vertex: vertices, vertices: 16, fragment: paint" + square + ", bind: {d: " + slot + "}";
            }
            default -> {
                return null;
            }
        }
    }

    private static final Slot ARGUMENTS = new Slot("args", 256, 256);

    private void update(List<String> commands, String values) {
        barriers.before(commands, RandomBarriers.CLEAR, false, true, null, ARGUMENTS);
        commands.add("updateBuffer: {dst: args, offset: 256, data: {type: u32, values: [" + values + "]}}");
        barriers.did(RandomBarriers.CLEAR, false, true);
    }

    private void use(List<String> commands, RandomBarriers.Use use, boolean reads, Slot slot) {
        barriers.before(commands, use, reads, !reads, reads ? slot : null, reads ? null : slot);
        done.add(() -> barriers.did(use, reads, !reads));
    }
}
