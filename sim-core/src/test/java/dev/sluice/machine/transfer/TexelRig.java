// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.transfer;

import dev.sluice.device.TransferSpec;
import dev.sluice.machine.engine.Component;
import dev.sluice.machine.engine.Engine;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.testing.MockMemory;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.image.Format;
import dev.sluice.program.image.ImageSpec;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.image.Surface;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.image.TexelCodec;
import dev.sluice.program.image.Tiling;
import java.util.Random;
import java.util.Set;

/** A transfer engine on an ideal memory with images in it, and the bytes that the memory should hold. */
final class TexelRig {

    static final int SPACE = 1 << 16;
    static final int AGENT = 9;

    final Engine engine = new Engine();
    final RequestPool pool;
    final MockMemory memory;
    final TransferEngine transfer;
    final byte[] expected = new byte[SPACE];
    /** Which bytes must have the job's version. */
    final boolean[] written = new boolean[SPACE];

    long checkedReads;
    long checkedWrites;
    long end = -1;
    private int images;

    TexelRig(boolean functional, int outstanding, int requestBytes, int credits) {
        pool = new RequestPool(functional);
        memory = new MockMemory(engine, "memory", pool, 17, credits);
        transfer = engine.add(new TransferEngine(
                engine,
                "transfer",
                pool,
                new TransferSpec(outstanding, requestBytes, 64, 0, false, null),
                memory.path(256),
                SimObserver.NONE,
                new Checks()));
    }

    TexelRig(int requestBytes) {
        this(true, 16, requestBytes, 64);
    }

    private final class Checks implements AccessChecker {
        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            checkedWrites += request.byteCount();
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            checkedReads += request.byteCount();
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            throw new IllegalStateException("a transfer engine writes nothing back");
        }
    }

    private final class Waiter extends Component {
        Waiter() {
            super(TexelRig.this.engine, "waiter");
        }

        @Override
        public void onEvent(int kind, int argument) {
            end = now();
        }
    }

    TexelRig random(long seed) {
        new Random(seed).nextBytes(expected);
        for (int i = 0; i < SPACE; i++) {
            memory.store.set(i, expected[i], 1);
        }
        return this;
    }

    Surface image(long base, Format format, int width, int height, Tiling tiling) {
        return image(base, format, width, height, 1, 1, 1, 1, tiling);
    }

    Surface image(
            long base,
            Format format,
            int width,
            int height,
            int depth,
            int layers,
            int levels,
            int samples,
            Tiling tiling) {
        ImageSpec spec = new ImageSpec(
                "image" + images, format, width, height, depth, layers, levels, samples, tiling, Set.of());
        Surface surface = new Surface(++images, new SurfaceLayout(spec, 256), base, Surface.NONE);
        if (surface.end() > SPACE) {
            throw new IllegalArgumentException("too large: ends at " + surface.end());
        }
        return surface;
    }

    /** Copies bytes in the expected contents. */
    void expectCopy(long from, long to, int size) {
        for (int i = 0; i < size; i++) {
            expectByte(to + i, expected[(int) from + i]);
        }
    }

    void expectByte(long address, byte value) {
        expected[(int) address] = value;
        written[(int) address] = true;
    }

    double[] decode(Format format, long address) {
        double[] rgba = new double[4];
        int size = format.texelBytes();
        TexelCodec.decode(
                format,
                TexelCodec.texelLow(expected, (int) address, size),
                TexelCodec.texelHigh(expected, (int) address, size),
                rgba);
        return rgba;
    }

    void expectTexel(Format format, long address, double[] rgba) {
        long[] bits = new long[2];
        TexelCodec.encode(format, rgba, bits);
        byte[] bytes = new byte[16];
        TexelCodec.putTexel(bytes, 0, format.texelBytes(), bits[0], bits[1]);
        for (int i = 0; i < format.texelBytes(); i++) {
            expectByte(address + i, bytes[i]);
        }
    }

    /** Takes what the memory holds of a texel for expected, if it is near enough to the given numbers. */
    void acceptTexel(Format format, long address, double[] rgba, double tolerance) {
        for (int i = 0; i < format.texelBytes(); i++) {
            expectByte(address + i, memory.store.data(address + i));
        }
        double[] actual = decode(format, address);
        for (Format.Channel channel : format.channels()) {
            int place = channel.place();
            if (Math.abs(actual[place] - rgba[place]) > tolerance) {
                throw new AssertionError("channel " + channel.component() + " at " + address + " is " + actual[place]
                        + ", not " + rgba[place]);
            }
        }
    }

    /** Runs a job to its end and compares all of memory with what is expected. */
    TransferJob run(TransferJob job) {
        runOnly(job);
        if (pool.functional()) {
            compare();
        }
        return job;
    }

    /** Runs a job to its end. */
    void runOnly(TransferJob job) {
        Waiter waiter = engine.add(new Waiter());
        transfer.start(job.replyTo(waiter, 0, 0));
        engine.run();
        engine.auditAtEnd();
        if (end < 0) {
            throw new AssertionError("the job has not ended");
        }
        if (pool.inUse() != 0) {
            throw new AssertionError(pool.inUse() + " requests are not given back");
        }
    }

    /** Compares all of memory with what is expected. */
    void compare() {
        for (int i = 0; i < SPACE; i++) {
            int version = memory.store.version(i);
            if (memory.store.data(i) != expected[i] || version != (written[i] ? AGENT : 1)) {
                throw new AssertionError("byte " + i + " is " + memory.store.data(i) + " of version " + version
                        + ", not " + expected[i] + (written[i] ? ", which was to be written" : ", not to be written"));
            }
        }
    }

    int countWritten() {
        int count = 0;
        for (boolean byteWritten : written) {
            count += byteWritten ? 1 : 0;
        }
        return count;
    }
}
