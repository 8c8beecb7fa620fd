// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static dev.sluice.config.capture.CaptureFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.config.capture.CaptureFixture.Binary;
import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.Command;
import dev.sluice.program.Contents;
import dev.sluice.program.HostOperation;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Host data of captures: short in the text of the stream, long in a file. */
final class HostDataTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");
    private static final int SIZE = 3 << 20;
    private static final byte[] DATA = new byte[SIZE];

    static {
        new Random(3).nextBytes(DATA);
    }

    @TempDir
    private Path folder;

    private Path capture(List<String> setup, Binary binary) {
        return capture(new CaptureFixture().calls(setup).gap().call(SUBMIT), binary);
    }

    private Path capture(CaptureFixture fixture, Binary binary) {
        CaptureFixture.write(folder.resolve("test.gfxr"), binary.call(1).bytes());
        return fixture.write(folder);
    }

    private static List<String> setup() {
        List<String> setup = new ArrayList<>(SETUP);
        setup.replaceAll(call -> call.replace("4096", String.valueOf(SIZE)));
        setup.add("vkMapMemory|'memory':6,'offset':0,'size':18446744073709551615,'ppData':'0x1'");
        return setup;
    }

    private Path upload() {
        List<String> setup = setup();
        return capture(setup, new Binary().call(setup.size() + 1).fill(6, 0, DATA));
    }

    private static byte[] written(ImportedCapture capture, Path directory) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (HostOperation operation : StreamReader.read("test.yaml", capture.bytes(), directory)
                .resolve(DEVICE)
                .threads()
                .get(0)
                .operations()) {
            if (operation instanceof HostOperation.HostWrite write) {
                assertThat(write.target().offset()).isEqualTo(bytes.size());
                bytes.writeBytes(write.data().bytes());
            } else if (operation instanceof HostOperation.QueueSubmit submit) {
                submit.commandBuffers().stream()
                        .flatMap(List::stream)
                        .filter(Command.UpdateBuffer.class::isInstance)
                        .map(Command.UpdateBuffer.class::cast)
                        .forEach(update -> bytes.writeBytes(update.data().bytes()));
            }
        }
        return bytes.toByteArray();
    }

    /** The file beside the stream, as somebody writes it who keeps the stream. */
    private void writeSide(ImportedCapture capture) throws Exception {
        ByteArrayOutputStream side = new ByteArrayOutputStream();
        for (SideData part : capture.side()) {
            byte[] all = Files.readAllBytes(part.file());
            side.writeBytes(Arrays.copyOfRange(all, (int) part.offset(), (int) (part.offset() + part.size())));
        }
        CaptureFixture.write(folder.resolve("side.bin"), side.toByteArray());
    }

    @Test
    void long_data_lie_in_the_capture_while_it_is_used() {
        ImportedCapture capture = CaptureImporter.read(upload(), CaptureTarget.of(DEVICE));

        assertThat(capture.side()).isEmpty();
        assertThat(capture.yaml()).contains("test.gfxr").hasSizeLessThan(10_000);
        assertThat(written(capture, null)).isEqualTo(DATA);
    }

    @Test
    void long_data_lie_in_a_file_beside_a_stream_that_is_kept() throws Exception {
        ImportedCapture capture = CaptureImporter.read(upload(), CaptureTarget.of(DEVICE), "side.bin");
        writeSide(capture);
        Files.delete(folder.resolve("test.gfxr"));

        assertThat(capture.yaml()).contains("data: {file: side.bin, offset: 0, size: 1048576}");
        assertThat(written(capture, folder)).isEqualTo(DATA);
    }

    @Test
    void short_data_stand_in_the_text() {
        List<String> setup = setup();
        Path path = capture(setup, new Binary().call(setup.size() + 1).fill(6, 0, Arrays.copyOf(DATA, (int)
                        HostData.IN_TEXT)));
        ImportedCapture capture = CaptureImporter.read(path, CaptureTarget.of(DEVICE), "side.bin");

        assertThat(capture.side()).isEmpty();
        assertThat(capture.yaml()).doesNotContain("side.bin");
    }

    @Test
    void constants_need_no_file_however_long() {
        List<String> setup = setup();
        byte[] equal = new byte[SIZE];
        Arrays.fill(equal, (byte) 9);
        Path path = capture(setup, new Binary().call(setup.size() + 1).fill(6, 0, equal));

        assertThat(CaptureImporter.read(path, TARGET, "side.bin").side()).isEmpty();
    }

    @Test
    void only_what_changed_is_written_again() throws Exception {
        List<String> setup = setup();
        byte[] second = DATA.clone();
        second[SIZE - 1]++;
        Path path = capture(
                new CaptureFixture().calls(setup).gap().gap().call(SUBMIT),
                new Binary().call(setup.size() + 1).fill(6, 0, DATA).fill(6, 0, second));
        ImportedCapture capture = CaptureImporter.read(path, CaptureTarget.of(DEVICE), "side.bin");

        assertThat(capture.side()).singleElement().extracting(SideData::size).isEqualTo((long) SIZE);
        assertThat(capture.yaml()).containsPattern("offset: " + (SIZE - 4) + ", data: \\{hex: \"?[0-9a-f]{8}");
    }

    @Test
    void initial_contents_of_a_trimmed_capture_lie_in_the_file_too() throws Exception {
        List<String> setup = setup();
        ByteBuffer body = ByteBuffer.allocate(36 + SIZE).order(ByteOrder.LITTLE_ENDIAN);
        body.putInt(0x10007).putLong(1).putLong(2).putLong(5).putLong(SIZE).put(DATA);
        Path path = capture(setup, new Binary().call(setup.size() + 1).block(3, body.array()));
        ImportedCapture capture = CaptureImporter.read(path, CaptureTarget.of(DEVICE), "side.bin");
        writeSide(capture);

        assertThat(capture.yaml()).contains("data: {file: side.bin").doesNotContain("updateBuffer");
        Contents data = StreamReader.read("test.yaml", capture.bytes(), folder)
                .resolve(DEVICE)
                .buffers()
                .get(0)
                .data();
        assertThat(data).isNotNull();
        assertThat(data.bytes()).isEqualTo(DATA);
    }

    @Test
    void indices_that_were_copied_from_long_data_are_still_known() {
        MemoryShadow staging = new MemoryShadow();
        MemoryShadow local = new MemoryShadow();
        Path path = upload();
        try (GfxrFile file = new GfxrFile(path.resolveSibling("test.gfxr"))) {
            int block = file.metas().get(0).index();
            PageBytes.Source source =
                    from -> new PageBytes.Filed(file, file.at(block, 36 + from).position());
            staging.hostSent(0, DATA, source);
            local.deviceCopied(staging, 100, 8192, 65536);

            assertThat(local.known(8192, 65536)).isEqualTo(Arrays.copyOfRange(DATA, 100, 100 + 65536));
            assertThat(staging.known(5, 100_000)).isEqualTo(Arrays.copyOfRange(DATA, 5, 100_005));
            assertThat(staging.hostSent(0, DATA, source).writes()).isEmpty();
        }
    }
}
