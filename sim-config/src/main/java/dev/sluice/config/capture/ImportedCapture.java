// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import dev.sluice.config.ConfigException;
import dev.sluice.config.calls.LeftOut;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A capture as a command stream.
 *
 * <p>The stream of {@code sluice import -o} and the one that {@code sluice run} feeds to the stream reader are the same
 * bytes, but for the places of host data that lie in files, so the two agree by construction.
 *
 * @param name the stream's name, the capture's file name without its ending
 * @param yaml the stream file's text
 * @param notes what was approximated or changed, a line each; the stream holds them, too
 * @param leftOut what was not understood or was not there; the stream holds it, too
 * @param side what belongs in the file beside the stream, in order; nothing where the stream needs none
 */
public record ImportedCapture(String name, String yaml, List<String> notes, LeftOut leftOut, List<SideData> side) {
    public ImportedCapture {
        notes = List.copyOf(notes);
        side = List.copyOf(side);
    }

    /** The names of calls that were not understood, with how often they were made. */
    public Map<String, Long> notUnderstood() {
        Map<String, Long> counts = new LinkedHashMap<>();
        leftOut.notUnderstood().forEach(call -> counts.put(call.call(), call.count()));
        return counts;
    }

    /**
     * The capture's program on the device that it was imported for.
     *
     * @param capture the capture's file
     * @param named what the user calls it
     * @throws ConfigException for what does not fit the device or itself, at its call
     */
    public StreamProgram program(Path capture, String named, GpuSpec device) {
        byte[] stream = bytes();
        try {
            return StreamReader.read(named, stream, capture.toAbsolutePath().getParent())
                    .resolve(device);
        } catch (ConfigException e) {
            throw CaptureFaults.placed(capture, stream, e);
        }
    }

    /** The stream file's bytes. */
    public byte[] bytes() {
        return yaml.getBytes(StandardCharsets.UTF_8);
    }
}
