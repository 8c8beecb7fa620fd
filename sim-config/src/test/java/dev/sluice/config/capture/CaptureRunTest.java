// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.Sluice;
import dev.sluice.config.device.Devices;
import dev.sluice.config.profile.Profiles;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.machine.RunOptions;
import dev.sluice.machine.observe.SimObserver;
import dev.sluice.program.StreamProgram;
import dev.sluice.result.RunResult;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shipped captures run, and as stream files they run alike. */
final class CaptureRunTest {
    @TempDir
    private Path folder;

    private static RunResult run(StreamProgram program, GpuSpec device) {
        return Sluice.simulation(
                        device,
                        Profiles.load(device.barrierProfile()),
                        program,
                        new RunOptions(false, 0, SimObserver.NONE))
                .run();
    }

    @ParameterizedTest
    @CsvSource({
        "fillcopy-good, seed-discrete-l2",
        "fillcopy-good, seed-discrete-vram",
        "fillcopy-good, uma-apu",
        "fillcopy-raw, seed-discrete-l2",
        "fillcopy-waw, seed-discrete-vram",
        "fillcopy-dispatch, uma-apu",
    })
    void a_capture_runs_and_its_stream_file_runs_alike(String name, String deviceName) {
        GpuSpec device = Devices.load(deviceName);
        Path path = CaptureFixture.shipped(name, folder);
        ImportedCapture imported = CaptureImporter.read(path, CaptureTarget.of(device));
        Path saved = folder.resolve("saved.yaml");
        CaptureFixture.write(saved, imported.bytes());

        RunResult direct =
                run(StreamReader.read(path.toString(), imported.bytes(), folder).resolve(device), device);
        RunResult again = run(StreamReader.read(saved).resolve(device), device);

        assertThat(direct.cycles()).isPositive();
        assertThat(direct.staleReads()).isEmpty();
        assertThat(direct.lostWrites()).isEmpty();
        assertThat(direct.notes()).containsAll(imported.notes());
        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*\\.where", "where")
                .isEqualTo(direct);
    }

    @ParameterizedTest
    @CsvSource({"fillcopy-good, 39", "fillcopy-raw, 41", "fillcopy-waw, 40", "fillcopy-dispatch, 39"})
    void results_name_the_captures_index(String name, int index) {
        GpuSpec device = Devices.load("seed-discrete-l2");
        Path path = CaptureFixture.shipped(name, folder);
        ImportedCapture imported = CaptureImporter.read(path, CaptureTarget.of(device));

        RunResult result =
                run(StreamReader.read(path.toString(), imported.bytes(), folder).resolve(device), device);

        assertThat(result.commands())
                .filteredOn(command -> command.kind().equals("dispatch"))
                .singleElement()
                .satisfies(dispatch -> {
                    assertThat(dispatch.where()).isEqualTo(path + " index " + index);
                    assertThat(dispatch.approximate()).isTrue();
                });
    }
}
