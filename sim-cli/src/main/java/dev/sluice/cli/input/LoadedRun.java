// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.input;

import dev.sluice.config.calls.LeftOut;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.BufferDeclaration;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.SurfaceLayout;
import dev.sluice.program.sync.BarrierProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
