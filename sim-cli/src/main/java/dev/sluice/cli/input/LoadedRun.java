package dev.sluice.cli.input;

import dev.sluice.core.barrier.BarrierProfile;
import dev.sluice.core.command.BufferDeclaration;
import dev.sluice.core.command.ImageDeclaration;
import dev.sluice.core.command.StreamProgram;
import dev.sluice.core.gpu.GpuSpec;
import dev.sluice.core.image.SurfaceLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that a run needs, loaded and checked.
 *
 * @param file the stream as the user named it, for errors
 */
public record LoadedRun(String file, GpuSpec device, BarrierProfile profile, StreamProgram stream) {

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
