// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.rop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.BlendEquation;
import dev.sluice.program.ColorBlend;
import dev.sluice.program.DrawState;
import dev.sluice.program.DrawState.Compare;
import dev.sluice.program.LogicOp;
import dev.sluice.program.StencilTest;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ClearValue;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.Numeric;
import dev.sluice.program.image.Rect;
import dev.sluice.program.image.TexelCodec;
import dev.sluice.program.image.Tiling;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random batches and clears against a framebuffer that does one pixel after the other. */
final class RopFuzzTest {

    private static final List<Format> COLORS = List.of(
            Format.R8G8B8A8_UNORM,
            Format.R8_UNORM,
            Format.R8G8B8A8_SRGB,
            Format.R16G16B16A16_SFLOAT,
            Format.R32G32B32A32_SFLOAT,
            Format.R5G6B5_UNORM_PACK16,
            Format.R32G32_UINT,
            Format.A2B10G10R10_UNORM_PACK32);
    private static final List<Format> DEPTHS = List.of(
            Format.D16_UNORM,
            Format.X8_D24_UNORM_PACK32,
            Format.D24_UNORM_S8_UINT,
            Format.D32_SFLOAT,
            Format.D32_SFLOAT_S8_UINT,
            Format.S8_UINT);
    private static final int WIDTH = 50;
    private static final int HEIGHT = 45;
    private static final int BATCHES = 250;

    /** A target as it should be: texels by pixel and sample. */
    private static final class Model {
        final Target target;
        final Format format;
        final long[] low;
        final long[] high;
        final int[] version;

        Model(Target target, RopRig rig) {
            this.target = target;
            this.format = target.surface().spec().format();
            int count = WIDTH * HEIGHT * target.samples();
            low = new long[count];
            high = new long[count];
            version = new int[count];
            for (int y = 0; y < HEIGHT; y++) {
                for (int x = 0; x < WIDTH; x++) {
                    for (int s = 0; s < target.samples(); s++) {
                        low[at(x, y, s)] = rig.low(target, x, y, s);
                        high[at(x, y, s)] = format.texelBytes() > 8 ? rig.high(target, x, y, s) : 0;
                        version[at(x, y, s)] = 1;
                    }
                }
            }
        }

        int at(int x, int y, int sample) {
            return (y * WIDTH + x) * target.samples() + sample;
        }

        void blend(int at, long sourceLow, long sourceHigh, int index, ColorBlend blend) {
            long[] out = {sourceLow, sourceHigh};
            LogicOp logic = blend.logicOp();
            Numeric numeric = format.channels().get(0).numeric();
            ColorBlend.Attachment attachment = blend.attachments().get(index);
            BlendEquation equation = attachment.equation();
            if (logic != null) {
                if (numeric != Numeric.SFLOAT && numeric != Numeric.SRGB) {
                    long used = format.texelBytes() < 8 ? (1L << 8 * format.texelBytes()) - 1 : -1;
                    out[0] = logic.apply(sourceLow, low[at]) & used;
                    out[1] = format.texelBytes() > 8 ? logic.apply(sourceHigh, high[at]) : 0;
                }
            } else if (equation != null && !numeric.integer()) {
                double[] s = new double[4];
                double[] d = new double[4];
                TexelCodec.decode(format, sourceLow, sourceHigh, s);
                TexelCodec.decode(format, low[at], high[at], d);
                double[] r = new double[4];
                for (int c = 0; c < 4; c++) {
                    double from = factor(c < 3 ? equation.srcColor() : equation.srcAlpha(), c, s, d, blend.constants());
                    double to = factor(c < 3 ? equation.dstColor() : equation.dstAlpha(), c, s, d, blend.constants());
                    r[c] = switch (c < 3 ? equation.colorOp() : equation.alphaOp()) {
                        case ADD -> s[c] * from + d[c] * to;
                        case SUBTRACT -> s[c] * from - d[c] * to;
                        case REVERSE_SUBTRACT -> d[c] * to - s[c] * from;
                        case MIN -> s[c] < d[c] ? s[c] : d[c];
                        case MAX -> s[c] > d[c] ? s[c] : d[c];
                    };
                }
                TexelCodec.encode(format, r, out);
            }
            for (Format.Channel channel : format.channels()) {
                if ((attachment.writeMask() >>> channel.place() & 1) != 0) {
                    for (int bit = channel.offset(); bit < channel.offset() + channel.bits(); bit++) {
                        long[] to = bit < 64 ? low : high;
                        to[at] = to[at] & ~(1L << bit) | out[bit / 64] & 1L << bit;
                    }
                }
            }
        }

        /** All numbers lie from 0 to 1 here, so that nothing is to be kept within. */
        private double factor(BlendEquation.Factor factor, int c, double[] s, double[] d, List<Double> k) {
            return switch (factor) {
                case ZERO -> 0;
                case ONE -> 1;
                case SRC_COLOR -> s[c];
                case ONE_MINUS_SRC_COLOR -> 1 - s[c];
                case DST_COLOR -> d[c];
                case ONE_MINUS_DST_COLOR -> 1 - d[c];
                case SRC_ALPHA -> s[3];
                case ONE_MINUS_SRC_ALPHA -> 1 - s[3];
                case DST_ALPHA -> d[3];
                case ONE_MINUS_DST_ALPHA -> 1 - d[3];
                case CONSTANT_COLOR -> k.get(c);
                case ONE_MINUS_CONSTANT_COLOR -> 1 - k.get(c);
                case CONSTANT_ALPHA -> k.get(3);
                case ONE_MINUS_CONSTANT_ALPHA -> 1 - k.get(3);
                case SRC_ALPHA_SATURATE -> c == 3 ? 1 : Math.min(s[3], 1 - d[3]);
            };
        }
    }

    private final List<String> wrong = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void units_do_what_a_sequential_framebuffer_does(long seed) {
        check(seed, false);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25})
    void so_they_do_through_real_caches_of_tiles(long seed) {
        check(seed, true);
    }

    private void check(long seed, boolean cached) {
        Random random = new Random(seed);
        int samples = 1 << random.nextInt(4);
        int tileBytes = samples == 8 ? 256 : 64 << random.nextInt(3);
        RopRig rig = new RopRig(
                1 + random.nextInt(3),
                tileBytes,
                1 << random.nextInt(6),
                5 + random.nextInt(40),
                1 + random.nextInt(8),
                true,
                cached,
                SimObserver.NONE);
        List<Model> colors = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Tiling tiling = samples == 1 && random.nextInt(4) == 0 ? Tiling.LINEAR : Tiling.OPTIMAL;
            colors.add(model(rig, COLORS.get(random.nextInt(COLORS.size())), samples, tiling, random));
        }
        Model depth = model(rig, DEPTHS.get(random.nextInt(DEPTHS.size())), samples, Tiling.OPTIMAL, random);
        Script script = new Script(rig, colors, depth, random);
        long cycle = 0;
        for (int i = 0; i < BATCHES; i++) {
            cycle += random.nextInt(30);
            rig.engine.runUntil(cycle);
            rig.colors.latency = random.nextInt(60); // answers overtake each other
            rig.depths.latency = random.nextInt(60);
            if (random.nextInt(40) == 0) {
                script.clear(random.nextInt(colors.size() + 1), i);
            } else {
                script.draw(i);
            }
        }
        script.finish();
        rig.flushCaches();
        rig.run();
        colors.forEach(model -> compare(rig, model));
        compare(rig, depth);
        assertThat(wrong).isEmpty();
    }

    private static Model model(RopRig rig, Format format, int samples, Tiling tiling, Random random) {
        Target target =
                rig.target(format, WIDTH, HEIGHT, samples, tiling, random.nextBoolean() && tiling == Tiling.OPTIMAL);
        long[] bits = new long[2];
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                for (int s = 0; s < samples; s++) {
                    double[] numbers = {random.nextDouble(), random.nextInt(2), random.nextDouble(), random.nextDouble()
                    };
                    TexelCodec.encode(format, numbers, bits);
                    rig.put(target, x, y, s, bits[0], bits[1]);
                }
            }
        }
        return new Model(target, rig);
    }

    private void compare(RopRig rig, Model model) {
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                for (int s = 0; s < model.target.samples(); s++) {
                    int at = model.at(x, y, s);
                    long low = rig.low(model.target, x, y, s);
                    long high = model.format.texelBytes() > 8 ? rig.high(model.target, x, y, s) : 0;
                    if (low != model.low[at] || high != model.high[at]) {
                        wrong.add(model.format + " " + x + " " + y + " " + s + ": " + Long.toHexString(low) + " not "
                                + Long.toHexString(model.low[at]));
                    }
                }
            }
        }
    }

    /** Gives the units batches and the models the same; a batch is written when its test is done and those before are written. */
    private final class Script implements PixelSink {
        private final RopRig rig;
        private final List<Model> colors;
        private final Model depth;
        private final Random random;
        private final List<long[]> expected = new ArrayList<>();
        private final List<PixelBatch> toWrite = new ArrayList<>();

        Script(RopRig rig, List<Model> colors, Model depth, Random random) {
            this.rig = rig;
            this.colors = colors;
            this.depth = depth;
            this.random = random;
        }

        private ColorBlend blend() {
            List<ColorBlend.Attachment> attachments = new ArrayList<>();
            for (int i = 0; i < colors.size(); i++) {
                attachments.add(new ColorBlend.Attachment(
                        switch (random.nextInt(4)) {
                            case 0 -> null;
                            case 1 -> BlendEquation.OVER;
                            default -> new BlendEquation(factor(), factor(), op(), factor(), factor(), op());
                        },
                        random.nextBoolean() ? 15 : random.nextInt(16)));
            }
            List<Double> constants =
                    List.of(random.nextDouble(), random.nextDouble(), random.nextDouble(), random.nextDouble());
            LogicOp logic = random.nextInt(4) == 0 ? LogicOp.values()[random.nextInt(16)] : null;
            return new ColorBlend(attachments, constants, logic);
        }

        private BlendEquation.Factor factor() {
            return BlendEquation.Factor.values()[random.nextInt(15)];
        }

        private BlendEquation.Operation op() {
            return BlendEquation.Operation.values()[random.nextInt(5)];
        }

        private StencilTest stencil() {
            if (random.nextInt(3) == 0) {
                return random.nextBoolean() ? StencilTest.NONE : StencilTest.writing(random.nextInt(2));
            }
            return new StencilTest(
                    Compare.values()[random.nextInt(8)],
                    operation(),
                    operation(),
                    operation(),
                    random.nextInt(4) == 0 ? random.nextInt(256) : 3,
                    random.nextInt(3) == 0 ? random.nextInt(256) : 0xFF,
                    random.nextInt(3));
        }

        private StencilTest.Operation operation() {
            return StencilTest.Operation.values()[random.nextInt(8)];
        }

        void draw(int number) {
            DrawState state = new DrawState(
                    blend(),
                    Compare.values()[random.nextInt(8)],
                    random.nextBoolean(),
                    random.nextDouble(),
                    random.nextInt(4) == 0 ? new DrawState.DepthBounds(0.3 * random.nextDouble(), 0.8) : null,
                    stencil());
            RenderState render = new RenderState(
                    colors.stream().map(model -> model.target).toList(),
                    depth.target,
                    depth.target.samples(),
                    state,
                    0,
                    2 * number + 10,
                    2 * number + 11);
            int x = 8 * random.nextInt((WIDTH + 7) / 8);
            int y = 8 * random.nextInt((HEIGHT + 7) / 8);
            PixelBatch batch = new PixelBatch().start(render, x, y);
            for (int p = 0; p < 64; p++) {
                boolean exists = x + p % 8 < WIDTH && y + p / 8 < HEIGHT;
                for (int s = 0; s < depth.target.samples(); s++) {
                    batch.coverage[s] |= exists && random.nextInt(5) > 0 ? 1L << p : 0;
                }
                batch.depth[p] = Float.floatToIntBits(random.nextFloat() * 1.2F - 0.1F);
                for (int t = 0; t < colors.size(); t++) {
                    long[] bits = new long[2];
                    TexelCodec.encode(
                            colors.get(t).format,
                            new double[] {
                                random.nextDouble(), random.nextDouble(), random.nextDouble(), random.nextDouble()
                            },
                            bits);
                    batch.color[t][p] = bits[0];
                    if (render.wide(t)) {
                        batch.colorHigh[t][p] = bits[1];
                    }
                }
            }
            batch.pixelDepth = random.nextBoolean();
            batch.colorMask = random.nextInt(3) == 0 ? random.nextLong() : -1;
            batch.outputs = random.nextInt(4) == 0 ? random.nextInt(8) : -1;
            batch.tag = number;
            while (expected.size() <= number) {
                expected.add(new long[0]);
            }
            expected.set(number, expectTest(batch, state));
            room(batch);
            rig.units.test(batch, this);
        }

        private void room(PixelBatch batch) {
            long cycle = rig.engine.now();
            while (!rig.units.accepts(rig.units.unitOf(batch.x, batch.y))) {
                rig.engine.runUntil(++cycle);
            }
        }

        private long[] expectTest(PixelBatch batch, DrawState state) {
            long[] survivors = batch.coverage.clone();
            for (int s = 0; s < depth.target.samples(); s++) {
                for (int p = 0; p < 64; p++) {
                    if ((survivors[s] >>> p & 1) != 0 && !expectTest(batch, state, p, s)) {
                        survivors[s] &= ~(1L << p);
                    }
                }
            }
            return survivors;
        }

        private boolean expectTest(PixelBatch batch, DrawState state, int p, int s) {
            int at = depth.at(batch.x + p % 8, batch.y + p / 8, s);
            double[] stored = new double[4];
            TexelCodec.decode(depth.format, depth.low[at], 0, stored);
            double value = batch.pixelDepth ? Float.intBitsToFloat(batch.depth[p]) : state.depth();
            double[] fragment = {Math.max(0, Math.min(1, value)), 0, 0, 0};
            long[] bits = new long[2];
            TexelCodec.encode(depth.format, fragment, bits);
            TexelCodec.decode(depth.format, bits[0], 0, fragment);
            boolean hasDepth = depth.format.has(Aspect.DEPTH);
            DrawState.DepthBounds bounds = state.bounds();
            if (bounds != null && hasDepth && (stored[0] < bounds.min() || stored[0] > bounds.max())) {
                return false;
            }
            boolean hasStencil = depth.format.has(Aspect.STENCIL);
            StencilTest stencil = state.stencil();
            int before = (int) stored[1];
            boolean stencilPasses = !hasStencil
                    || compare(
                            stencil.compare(),
                            stencil.reference() & stencil.compareMask(),
                            before & stencil.compareMask());
            boolean depthPasses = !hasDepth || compare(state.depthTest(), fragment[0], stored[0]);
            boolean passes = stencilPasses && depthPasses;
            if (passes && state.depthWrite() && hasDepth) {
                stored[0] = fragment[0];
            }
            if (hasStencil) {
                StencilTest.Operation operation =
                        !stencilPasses ? stencil.fail() : depthPasses ? stencil.pass() : stencil.depthFail();
                int made = made(operation, before, stencil.reference());
                stored[1] = before & ~stencil.writeMask() | made & stencil.writeMask();
            }
            TexelCodec.encode(depth.format, stored, bits);
            depth.low[at] = bits[0];
            return passes;
        }

        private int made(StencilTest.Operation operation, int before, int reference) {
            return switch (operation) {
                case KEEP -> before;
                case ZERO -> 0;
                case REPLACE -> reference;
                case INCREMENT_AND_CLAMP -> before == 255 ? 255 : before + 1;
                case DECREMENT_AND_CLAMP -> before == 0 ? 0 : before - 1;
                case INVERT -> 255 - before;
                case INCREMENT_AND_WRAP -> (before + 1) % 256;
                case DECREMENT_AND_WRAP -> (before + 255) % 256;
            };
        }

        private boolean compare(Compare compare, double fragment, double stored) {
            int order = Double.compare(fragment, stored);
            return switch (compare) {
                case NEVER -> false;
                case LESS -> order < 0;
                case EQUAL -> order == 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case NOT_EQUAL -> order != 0;
                case GREATER_OR_EQUAL -> order >= 0;
                case ALWAYS -> true;
            };
        }

        @Override
        public void tested(PixelBatch batch) {
            long[] survivors = expected.get(batch.tag);
            for (int s = 0; s < depth.target.samples(); s++) {
                if (survivors[s] != batch.coverage[s]) {
                    wrong.add("batch " + batch.tag + " sample " + s + ": " + Long.toHexString(batch.coverage[s])
                            + " not " + Long.toHexString(survivors[s]));
                }
            }
            toWrite.add(batch);
            writeSome();
        }

        private void writeSome() {
            while (!toWrite.isEmpty()) {
                PixelBatch batch = toWrite.get(0);
                if (!rig.units.accepts(rig.units.unitOf(batch.x, batch.y))) {
                    return;
                }
                toWrite.remove(0);
                expectWrite(batch);
                rig.units.write(batch, this);
            }
        }

        private void expectWrite(PixelBatch batch) {
            RenderState state = java.util.Objects.requireNonNull(batch.state);
            for (int t = 0; t < colors.size(); t++) {
                Model model = colors.get(t);
                for (int s = 0; s < depth.target.samples() && (batch.outputs >>> t & 1) != 0; s++) {
                    for (int p = 0; p < 64; p++) {
                        if ((batch.coverage[s] & batch.colorMask) >>> p << 63 != 0) {
                            int at = model.at(batch.x + p % 8, batch.y + p / 8, s);
                            long high = state.wide(t) ? batch.colorHigh[t][p] : 0;
                            model.blend(
                                    at,
                                    batch.color[t][p],
                                    high,
                                    t,
                                    state.state().colors());
                        }
                    }
                }
            }
        }

        @Override
        public void written(PixelBatch batch) {
            writeSome();
        }

        void clear(int index, int number) {
            Model model = index == colors.size() ? depth : colors.get(index);
            Rect rect = random.nextBoolean()
                    ? model.target.area()
                    : new Rect(random.nextInt(WIDTH), random.nextInt(HEIGHT), random.nextInt(60), random.nextInt(60));
            double value = random.nextInt(3) / 2.0;
            ClearValue clear = new ClearValue(List.of(value, model.format.color() ? value : 0, value, value));
            Set<Aspect> aspects = Set.of(Aspect.COLOR, Aspect.DEPTH, Aspect.STENCIL);
            long[] bits = new long[2];
            ClearCodes.texel(model.format, clear, bits);
            Rect inside = rect.intersect(model.target.area());
            for (int y = inside.y(); y < inside.y() + inside.height(); y++) {
                for (int x = inside.x(); x < inside.x() + inside.width(); x++) {
                    for (int s = 0; s < model.target.samples(); s++) {
                        model.low[model.at(x, y, s)] = bits[0];
                        model.high[model.at(x, y, s)] = bits[1];
                    }
                }
            }
            rig.units.start(
                    new ClearJob(model.target, aspects, List.of(rect), clear, 0, 2 * number + 10, rig.owner, 0, 0));
        }

        void finish() {
            while (rig.engine.runUntil(rig.engine.now() + 1000) || !toWrite.isEmpty()) {
                writeSome();
            }
        }
    }
}
