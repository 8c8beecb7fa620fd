// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import dev.sluice.config.ConfigException;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stream that was read but not yet resolved against a device; every stream format gives one of these. */
public interface StreamSource {
    /** The stream's name. */
    String name();

    /** The device that the stream names, a file beside it by the path to it; or null. */
    @Nullable
    String device();

    /** A fault of the device that the stream names, at the place where it does. */
    ConfigException deviceFault(String problem);

    /** What the import that made the stream left out. */
    default LeftOut leftOut() {
        return LeftOut.NOTHING;
    }

    /** The files beside it that its data lie in, known once it was resolved. */
    List<Path> files();

    /**
     * The program on {@code device}.
     *
     * @throws ConfigException for whatever does not fit the device or itself
     */
    StreamProgram resolve(GpuSpec device);
}
