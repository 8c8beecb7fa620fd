// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.TestDevice;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.BufferRange;
import dev.sluice.program.CodeSite;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.ImageDeclaration;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamReaderTest {
    private static final GpuSpec DEVICE = TestDevice.spec();

    private static String full() {
        try (InputStream in = Objects.requireNonNull(StreamReaderTest.class.getResourceAsStream("full.yaml"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StreamProgram read(String text) {
        return StreamReader.read("s.yaml", text.getBytes(StandardCharsets.UTF_8), null)
                .resolve(DEVICE);
    }

    private static List<HostOperation> operations(String text) {
        return read(text).threads().get(0).operations();
    }

    private static List<Command> commands() {
        return commands(full());
    }

    private static List<Command> commands(String text) {
        return operations(text).stream()
                .filter(HostOperation.QueueSubmit.class::isInstance)
                .map(HostOperation.QueueSubmit.class::cast)
                .findFirst()
                .orElseThrow()
                .commandBuffers()
                .get(0);
    }

    @Test
    void reads_every_operation_and_command_in_order() {
        assertThat(operations(full()))
                .extracting(HostOperation::kind)
                .containsExactly(
                        "mapMemory",
                        "hostWrite",
                        "storeFence",
                        "hostAtomic",
                        "flushMappedMemoryRanges",
                        "queueSubmit",
                        "queueSubmit",
                        "waitForFences",
                        "resetFences",
                        "waitSemaphores",
                        "signalSemaphore",
                        "queueWaitIdle",
                        "deviceWaitIdle",
                        "invalidateMappedMemoryRanges",
                        "hostRead",
                        "resetStatistics",
                        "label",
                        "busy",
                        "unmapMemory",
                        "freeMemory");
        assertThat(commands())
                .extracting(Command::kind)
                .containsExactly(
                        "copyBuffer",
                        "pipelineBarrier",
                        "dispatch",
                        "updateBuffer",
                        "dispatchIndirect",
                        "fillBuffer",
                        "writeTimestamp",
                        "resetStatistics",
                        "label");
    }

    @Test
    void names_the_stream_and_its_device_before_it_is_resolved() {
        StreamSource source = StreamReader.read("s.yaml", full().getBytes(StandardCharsets.UTF_8), null);

        assertThat(source.name()).isEqualTo("full");
        assertThat(source.device()).isEqualTo("test-device");
    }

    @Test
    void takes_the_first_memory_type_with_all_properties() {
        assertThat(read(full()).memories())
                .extracting(memory -> memory.typeIndex())
                .containsExactly(1, 0);
        assertThat(read(full().replace("[HOST_VISIBLE, HOST_COHERENT]", "[HOST_VISIBLE]"))
                        .memories()
                        .get(0)
                        .typeIndex())
                .isEqualTo(1);
        assertThat(read(full().replace("[HOST_VISIBLE, HOST_COHERENT]", "[HOST_CACHED]"))
                        .memories()
                        .get(0)
                        .typeIndex())
                .isEqualTo(2);
    }

    @Test
    void resolves_a_host_access_to_its_memory() {
        String text =
                full().replace("{name: src, memory: staging, offset: 0", "{name: src, memory: staging, offset: 4KiB");

        HostOperation.HostAtomic atomic =
                (HostOperation.HostAtomic) operations(text).get(3);

        assertThat(atomic.target().memory()).isEqualTo("staging");
        assertThat(atomic.target().offset()).isEqualTo(4096 + 8);
        assertThat(atomic.target().resourceOffset()).isEqualTo(8);
    }

    @Test
    void whole_size_becomes_the_rest() {
        HostOperation.FlushMappedMemoryRanges flush =
                (HostOperation.FlushMappedMemoryRanges) operations(full()).get(4);
        Command.FillBuffer fill = (Command.FillBuffer) commands().get(5);

        assertThat(flush.ranges()).containsExactly(new MemoryRange("staging", 0, 8 << 20));
        assertThat(fill.dst()).isEqualTo(new BufferRange("x", 0, 1 << 20));
        assertThat(fill.data()).isEqualTo(0xdeadbeef);
    }

    @Test
    void barriers_hold_vulkans_masks() {
        Command.PipelineBarrier barrier = (Command.PipelineBarrier) commands().get(1);

        assertThat(barrier.byRegion()).isTrue();
        assertThat(barrier.barriers().get(0).srcStages()).isEqualTo(Stage.COPY.mask());
        assertThat(barrier.barriers().get(0).dstAccess()).isEqualTo(Access.SHADER_STORAGE_READ.mask());
        assertThat(barrier.barriers().get(0).range()).isNull();
        assertThat(barrier.barriers().get(1).range()).isEqualTo(new BufferRange("x", 4096, (1 << 20) - 4096));
        assertThat(barrier.barriers().get(1).dstQueueFamily()).isEqualTo("copy");
    }

    @Test
    void a_dispatch_binds_in_the_kernels_order() {
        String text = full().replace(
                        "bind: {src: x, dst: {buffer: x, offset: 0, size: 1MiB}}, params: {n: 2}",
                        "bind: {dst: {buffer: x, offset: 64}, src: x}, params: {n: 2}");
        HostOperation.QueueSubmit submit =
                (HostOperation.QueueSubmit) operations(text).get(5);
        Command.Dispatch dispatch =
                (Command.Dispatch) submit.commandBuffers().get(0).get(2);

        assertThat(dispatch.bindings().keySet()).containsExactly("src", "dst");
        assertThat(dispatch.bindings()).containsEntry("dst", new BufferRange("x", 64, (1 << 20) - 64));
        assertThat(dispatch.parameters()).containsEntry("n", 2L);
        assertThat(dispatch.groups()).containsExactly(4096L, 1L, 1L);
    }

    @Test
    void origins_name_the_place_and_the_label() {
        Command copy = commands().get(0);

        assertThat(copy.origin().where()).isEqualTo("s.yaml:33:11");
        assertThat(copy.origin().label()).isEqualTo("upload");
    }

    @Test
    void what_an_importer_says_goes_into_origins_and_notes() {
        HostOperation label = operations(full()).get(16);

        assertThat(label.origin().where()).isEqualTo("s.yaml:59:5 (index 7)");
        assertThat(label.origin().approximate()).isTrue();
        assertThat(read(full()).notes()).containsExactly("made by hand");
    }

    @Test
    void what_a_capture_says_of_a_step_goes_into_its_site() {
        String text =
                full().replace("source: index 7", "source: index 7, capture: {pipeline: sky, shaders: {vertex: dome}}");
        CodeSite site = operations(text).get(16).origin().site();

        assertThat(site.file()).isEqualTo("s.yaml");
        assertThat(site.line()).isEqualTo(59);
        assertThat(site.column()).isEqualTo(5);
        assertThat(site.captureIndex()).isEqualTo(7);
        assertThat(site.pipeline()).isEqualTo("sky");
        assertThat(site.shaders()).containsEntry("vertex", "dome");
    }

    @Test
    void labels_between_slashes_are_a_path_unless_they_are_written_one_by_one() {
        Command plain =
                commands(full().replace("label: upload", "label: frame/upload")).get(0);
        assertThat(plain.origin().site().labels()).containsExactly("frame", "upload");
        Command written = commands(full().replace("label: upload", "label: a/b\n          capture: {labels: [a/b]}"))
                .get(0);
        assertThat(written.origin().site().labels()).containsExactly("a/b");
    }

    @Test
    void the_stream_of_a_capture_names_places_in_the_capture() {
        StreamProgram program = StreamReader.read("c.jsonl", full().getBytes(StandardCharsets.UTF_8), null)
                .resolve(DEVICE);

        assertThat(program.threads().get(0).operations().get(16).origin().where())
                .isEqualTo("c.jsonl index 7");
    }

    @Test
    void a_wait_for_the_value_that_a_timeline_begins_with_waits_for_nobody() {
        String text = full().replace("type: timeline, value: 0}", "type: timeline, value: 1}")
                .replace("{semaphore: t, value: 1, stages: [ALL_COMMANDS]}, ", "");

        HostOperation.WaitSemaphores wait =
                (HostOperation.WaitSemaphores) operations(text).get(9);

        assertThat(wait.semaphores()).isEmpty();
        assertThat(((HostOperation.WaitSemaphores) operations(full()).get(9)).semaphores())
                .hasSize(1);
    }

    @Test
    void a_semaphore_use_without_stages_is_of_all_commands_and_one_with_an_empty_list_of_none() {
        String text = full().replace("{semaphore: t, value: 1, stages: [ALL_COMMANDS]}", "{semaphore: t, value: 1USE}");
        long all = Stages.parse("ALL_COMMANDS").mask();

        assertThat(signalled(text.replace("USE", ""))).isEqualTo(all);
        assertThat(signalled(text.replace("USE", ", stages: []"))).isZero();
        assertThat(signalled(text.replace("USE", ", stages: [NONE]"))).isZero();
    }

    private static long signalled(String text) {
        return operations(text).stream()
                .filter(HostOperation.QueueSubmit.class::isInstance)
                .flatMap(operation -> ((HostOperation.QueueSubmit) operation).signals().stream())
                .filter(SemaphoreOperation::timeline)
                .findFirst()
                .orElseThrow()
                .stages();
    }

    @Test
    void a_value_that_no_signal_reaches_is_noted() {
        String text = full().replace(
                        "waitSemaphores: [{semaphore: t, value: 1}]", "waitSemaphores: [{semaphore: t, value: 3}]");

        assertThat(read(text).notes())
                .contains(
                        "nothing brings semaphore 't' to the value 3 that s.yaml:52:22 waits for: the run cannot end");
    }

    @Test
    void times_without_a_unit_are_core_cycles() {
        HostOperation.Busy busy = (HostOperation.Busy) operations(full()).get(17);

        assertThat(busy.cycles()).isEqualTo(1500);
    }

    @Test
    void json_says_the_same_as_yaml() {
        StreamProgram json = StreamReader.read(
                        "s.json",
                        TestDevice.json(full().replace("count: 262144", "count: 16"))
                                .getBytes(StandardCharsets.UTF_8),
                        null)
                .resolve(DEVICE);
        StreamProgram yaml = read(full().replace("count: 262144", "count: 16"));

        assertThat(json)
                .usingRecursiveComparison()
                .ignoringFieldsMatchingRegexes(".*origin.*", ".*kernels.*")
                .isEqualTo(yaml);
        assertThat(json.kernels().keySet()).isEqualTo(yaml.kernels().keySet());
    }

    @Test
    void more_host_threads_follow_the_first() {
        StreamProgram program = read("sluice: 1\nname: t\nthreads: {b: [{busy: 5}], a: [{busy: 6}]}\n");

        assertThat(program.threads()).extracting(thread -> thread.name()).containsExactly("main", "b", "a");
    }

    @ParameterizedTest
    @CsvSource({
        "main, 3:11: threads: 'main' is the name of the thread that runs 'program'",
        "host, 3:11: threads: 'host' is the name of the thread that runs 'program'",
        "submit12, 3:11: threads: a thread cannot be named 'submit12': submit12.0 is a command's id; 'submit12-thread' would do",
        "' ', 3:11: threads: a thread needs a name"
    })
    void a_host_thread_has_a_name_by_which_its_operations_can_be_told(String name, String problem) {
        assertThatThrownBy(() -> read("sluice: 1\nname: t\nthreads: {\"" + name + "\": [{busy: 5}]}\n"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("s.yaml:" + problem);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hosts", "submit", "submit1a", "host.1"})
    void other_names_of_host_threads_are_taken(String name) {
        assertThat(read("sluice: 1\nname: t\nthreads: {" + name + ": [{busy: 5}]}\n")
                        .threads()
                        .get(1)
                        .name())
                .isEqualTo(name);
    }

    @Test
    void data_files_lie_beside_the_stream(@TempDir Path dir) throws IOException {
        Files.write(dir.resolve("d.bin"), new byte[] {7, 8});
        Path stream = dir.resolve("s.yaml");
        Files.writeString(stream, """
                sluice: 1
                name: t
                memory: [{name: m, size: 64, properties: [HOST_VISIBLE]}]
                program: [{hostWrite: {memory: m, data: {file: d.bin}}}]
                """);

        HostOperation.HostWrite write = (HostOperation.HostWrite) StreamReader.read(stream)
                .resolve(DEVICE)
                .threads()
                .get(0)
                .operations()
                .get(0);

        assertThat(write.data().bytes()).containsExactly(7, 8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory: staging, offset: 0, size: 1MiB | memory: stagin, offset: 0, size: 1MiB | unknown memory 'stagin'; did you mean 'staging'?",
                "memory: staging, offset: 0, size: 1MiB | memory: staging, offset: 8MiB, size: 1MiB | offset: 8388608 lies outside memory 'staging' of 8388608 bytes",
                "memory: staging, offset: 0, size: 1MiB | memory: staging, offset: 0, size: 9MiB | size: 9437184 bytes from offset 0 reach past the end of memory 'staging', which has 8388608 bytes",
                "{name: x, memory: local | {name: src, memory: local | two buffers are named 'src'",
                "{name: local, size: 64MiB | {name: staging, size: 64MiB | two memories are named 'staging'",
                "{name: local, size: 64MiB | {name: local, size: 2GiB | 2GiB do not fit heap 0 of device 'test-device', which has 1GiB",
                "[DEVICE_LOCAL] | [DEVICE_LOCAL, HOST_VISIBLE] | has no memory type with DEVICE_LOCAL|HOST_VISIBLE; it has: DEVICE_LOCAL, HOST_VISIBLE|HOST_COHERENT, HOST_VISIBLE|HOST_CACHED",
                "usage: [TRANSFER_SRC] | usage: [TRANSFER_SCR] | usage: unknown flag 'TRANSFER_SCR'; did you mean 'TRANSFER_SRC'?",
                "copyBuffer: | copyBufer: | unknown command 'copyBufer'; did you mean 'copyBuffer'?",
                "deviceWaitIdle: | deviceWaitIdel: | unknown host operation 'deviceWaitIdel'; did you mean 'deviceWaitIdle'?",
                "{src: src, dst: x, regions | {src: scr, dst: x, regions | unknown buffer 'scr'; did you mean 'src'?",
                "dstOffset: 0, size: 1MiB | dstOffset: 4, size: 1MiB | reach past the end of buffer 'x'",
                "srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}] | srcStage: [COYP]}] | srcStage: unknown pipeline stage COYP; did you mean COPY?",
                "srcStage: [COPY], srcAccess: [TRANSFER_WRITE], dstStage: [COMPUTE_SHADER], dstAccess: [SHADER_STORAGE_READ]}] | srcAccess: [TRANSFER_WRIT]}] | srcAccess: unknown access flag TRANSFER_WRIT; did you mean TRANSFER_WRITE?",
                "[BY_REGION] | [BY_REGOIN] | dependencyFlags: unknown flag 'BY_REGOIN'; did you mean 'BY_REGION'?",
                "dstQueueFamily: copy | dstQueueFamily: kopy | unknown queue family 'kopy'; did you mean 'copy'?",
                "kernel: scale, groups | kernel: skale, groups | unknown kernel 'skale'; did you mean 'scale'?",
                "groups: [4096, 1, 1] | groups: [] | expected the workgroups as 1 to 3 numbers",
                "groups: [4096, 1, 1] | groups: [1, -1] | groups: -1 is not from 0 to 4294967295",
                "bind: {src: x, dst: {buffer: x, offset: 0, size: 1MiB}} | bind: {src: x} | kernel 'scale' also needs 'dst'",
                "bind: {src: x, dst: {buffer: x, offset: 0, size: 1MiB}} | bind: {src: x, dst: x, dest: x} | has no binding 'dest'; did you mean 'dst'?",
                "params: {n: 3} | params: {m: 3} | kernel 'scale' also needs 'm'",
                "groups: [4096, 1, 1], bind | gruops: [4096, 1, 1], bind | unknown key 'gruops'; did you mean 'groups'?",
                "values: [1, 1, 1]} | values: []} | updateBuffer takes 4 to 65536",
                "buffer: args, offset: 0 | buffer: args, offset: 56 | reach past the end of buffer 'args'",
                "fillBuffer: {dst: x, offset: 0 | fillBuffer: {dst: x, offset: 2 | offset: 2 is not a multiple of 4 bytes",
                "data: 0xdeadbeef | data: 0x1deadbeef | does not fit u32",
                "queue: universal.0 | queue: universal.2 | device 'test-device' has no queue 'universal.2'; did you mean 'universal.0'?",
                "waitForFences: [f] | waitForFences: [g] | no submission signals the fence 'g'; did you mean 'f'?",
                "waitForFences: [f] | waitForFences: [] | waitForFences: at least one fence is needed",
                "waitForFences: [f] | waitForFences: | waitForFences: at least one fence is needed",
                "waitForFences: [f] | resetFences: {} | resetFences: at least one fence is needed",
                "waitSemaphores: [{semaphore: t, value: 1}] | waitSemaphores: [{semaphore: s}] | 's' is binary",
                "{semaphore: s, stages: [COPY]} | {semaphore: s, value: 1, stages: [COPY]} | 's' is a binary semaphore, which has no value",
                "{semaphore: t, value: 1, stages: [ALL_COMMANDS]} | {semaphore: t} | 't' is a timeline semaphore; give the 'value'",
                "hostRead: {buffer: src | hostRead: {buffer: x | the host cannot reach memory 'local': its memory type is not HOST_VISIBLE",
                "offset: 0, size: 16, expect | offset: 0, size: 12, expect | expect: 16 bytes are expected of a read of 12 bytes",
                "offset: 0, size: 16, expect | offset: 1048570, expect | reach past the end of buffer 'src'",
                "pattern: iota, count: 262144 | pattern: iota, count: 262145 | reach past the end of buffer 'src'",
                "hostAtomic: {buffer: src, offset: 8 | hostAtomic: {buffer: src, offset: 7 | must lie at a multiple of 4 bytes",
                "mapMemory: {memory: staging} | mapMemory: {memory: staging, size: 1MiB, offset: 4} | are not mapped here; bytes 4 to 1048579 are",
                "- unmapMemory: staging | - mapMemory: staging | memory 'staging' is already mapped",
                "- {label: the end, source: index 7, approximate: true} | - resetCommandBuffer: c | 'resetCommandBuffer' is not modelled by this version",
                "- {label: the end, source: index 7, approximate: true} | - queueBindSparse: {} | 'queueBindSparse' is not modelled by this version",
                "writeTimestamp: {stage: ALL_COMMANDS, name: end} | waitEvents: {} | waitEvents: at least one event is needed",
                "localSize: [64, 1, 1] | localSize: [0, 1, 1] | every extent must be at least 1",
                "alu 4 | alu four | kernel 'scale'",
                "{src: storage, dst: storage} | {src: storge, dst: storage} | unknown value 'storge'; did you mean 'storage'?",
                "{name: t, type: timeline, value: 0} | {name: t, type: timeline, value: 3} | value: 1 does not raise the semaphore 't', which begins with 3",
                "{name: t, type: timeline, value: 0} | {name: t, type: binary, value: 3} | a binary semaphore has no value",
                "wait: [{semaphore: s | wait: [{semaphore: z | nothing signals the semaphore 'z'; did you mean 't'?",
            })
    void names_the_fault_and_its_line(String old, String replacement, String message) {
        assertThat(full()).contains(old);
        String text = full().replace(old, replacement);
        assertThatThrownBy(() -> read(text)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).startsWith("s.yaml:").contains(message);
            assertThat(e.line()).isBetween(1, (int) text.lines().count());
        });
    }

    @Test
    void a_comparison_with_no_value_says_that_one_is_needed() {
        String text = full().replaceFirst("size: 16, expect: \\{[^}]*}", "expect: {type: u32, values: []}");

        assertThatThrownBy(() -> read(text)).hasMessageContaining("expect: at least one value is needed");
    }

    @Test
    void a_kernel_whose_lines_yaml_joins_is_told_what_keeps_them_apart() {
        String text = full().replaceFirst("code: \\|", "code: >");

        assertThatThrownBy(() -> read(text))
                .hasMessageContaining("write one statement a line, behind 'code: |', which keeps lines apart");
    }

    @Test
    void kernel_faults_stand_at_the_streams_line_and_column() {
        String text = full().replace("v = load.u32 src[gid]", "v = load.u32 src[gid");
        int line = text.lines().toList().indexOf("      v = load.u32 src[gid") + 1;

        assertThatThrownBy(() -> read(text)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.line()).isEqualTo(line);
            assertThat(e.column()).isGreaterThan(6);
        });
    }

    @Test
    void kernel_faults_in_a_text_in_quotes_tell_the_texts_own_line() {
        String stream = """
                {"sluice": 1, "name": "s", "kernels": {
                  "k": {"localSize": [64], "code": "v = gid\\n  w = u\\n"}
                }}
                """;

        assertThatThrownBy(() -> read(stream)).isInstanceOfSatisfying(ConfigException.class, e -> {
            assertThat(e.getMessage()).contains("kernel 'k', line 2, column 7: 'u' is read");
            assertThat(e.line()).isEqualTo(2);
        });
        assertThatThrownBy(() -> read(stream.replace("v = gid", "v = u")))
                .hasMessageContaining("kernel 'k': 'u' is read");
    }

    @Test
    void overlapping_images_need_alias() {
        String image = "{memory: local, offset: 16MiB, extent: [256, 256], format: R8G8B8A8_UNORM, name: ";
        String both = full().replace("semaphores:", "images:\n  - " + image + "a}\n  - " + image + "b}\nsemaphores:");

        assertThatThrownBy(() -> read(both))
                .hasMessageContaining(
                        "image 'b' overlaps image 'a' (bytes 16777216 to 17039359 of memory 'local'); if that is"
                                + " meant, give both alias: true");
        assertThat(read(both.replace("name: a}", "name: a, alias: true}").replace("name: b}", "name: b, alias: true}"))
                        .images())
                .extracting(ImageDeclaration::name)
                .containsExactly("a", "b");
        assertThatThrownBy(() -> read(both.replace("R8G8B8A8_UNORM", "BC1_RGB_UNORM_BLOCK")))
                .hasMessageContaining("format: Sluice knows no format 'BC1_RGB_UNORM_BLOCK'; the nearest is ");
    }

    @Test
    void a_stream_that_maps_nothing_works_on_memory_that_is_mapped() {
        String text =
                full().replace("  - mapMemory: {memory: staging}\n", "").replace("  - unmapMemory: staging\n", "");

        assertThat(operations(text)).hasSize(18);
    }
}
