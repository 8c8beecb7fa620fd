// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.calls.LeftOut;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.HostThread;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a run needs, loaded and checked.
 *
 * @param file the stream as the user named it, for errors
 * @param leftOut what the import that made the stream left out
 * @param inputs the files that it was read from, which no output may replace
 * @param provenance what it was made of
 */
public record LoadedRun(
        String file,
        GpuSpec device,
        BarrierProfile profile,
        StreamProgram stream,
        LeftOut leftOut,
        List<Path> inputs,
        Provenance provenance) {

    public LoadedRun {
        inputs = List.copyOf(inputs);
    }

    /** One that nothing is written beside. */
    public LoadedRun(String file, GpuSpec device, BarrierProfile profile, StreamProgram stream, LeftOut leftOut) {
        this(file, device, profile, stream, leftOut, List.of(), Provenance.NONE);
    }

    /** Where a host operation stands in its file, by its id ({@code host.3}, {@code loader.0}); null for none of the stream's. */
    public @Nullable String whereOf(String operation) {
        int dot = operation.lastIndexOf('.');
        List<HostThread> threads = stream.threads();
        for (int i = 0; i < threads.size(); i++) {
            HostThread thread = threads.get(i);
            if ((i == 0 ? "host" : thread.name()).equals(operation.substring(0, Math.max(0, dot)))) {
                return thread.operations()
                        .get(Integer.parseInt(operation.substring(dot + 1)))
                        .origin()
                        .where();
            }
        }
        return null;
    }

    /** The buffers, and the images as runs of bytes. */
    public List<BufferDeclaration> resources() {
        List<BufferDeclaration> all = new ArrayList<>(stream.buffers());
        for (ImageDeclaration image : stream.images()) {
            long size = new SurfaceLayout(image.spec(), device.rop().tileBytes()).size();
            all.add(new BufferDeclaration(
                    image.name(), image.memory(), image.offset(), size, List.of(), image.origin()));
        }
        return all;
    }
}
