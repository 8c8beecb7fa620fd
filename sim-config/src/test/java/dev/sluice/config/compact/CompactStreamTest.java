// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.compact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.config.ConfigException;
import dev.sluice.config.device.Devices;
import dev.sluice.config.source.YamlText;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import dev.sluice.program.image.ImageLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each line of a compact stream becomes. */
final class CompactStreamTest {
    private static final GpuSpec SEED = Devices.load("seed-discrete-l2");
    private static final String RESOURCES =
            "buffer a 256;buffer b 256;image i 16 16;image j 32 8;secondary s;fill a;end;cb p;fill b;end;";

    private static String text(String lines) {
        return lines.replace(';', '\n') + "\n";
    }

    /** The YAML text of some lines, separated by semicolons, without its line breaks. */
    private static String yaml(String lines) {
        return yaml(lines, SEED);
    }

    private static String yaml(String lines, GpuSpec device) {
        CompactStream stream = CompactStream.read("s.cmds", text(lines).getBytes(UTF_8));
        return YamlText.of(stream.tree(device)).replaceAll("\\s+", " ");
    }

    private static StreamProgram program(String lines) {
        return StreamReader.read("s.cmds", text(lines).getBytes(UTF_8), null).resolve(SEED);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '~', textBlock = """
                    copy a b                        | copyBuffer: {src: a, dst: b}
                    copy a b 16 32 64               | copyBuffer: {src: a, dst: b, regions: [{srcOffset: 16, dstOffset: 32, size: 64}]}
                    fill a                          | fillBuffer: {dst: a, data: 0}
                    fill a 0x2a 16 32               | fillBuffer: {dst: a, offset: 16, size: 32, data: "0x2a"}
                    update a                        | updateBuffer: {dst: a, data: {type: u32, pattern: constant, value: 0, count: 64}}
                    update a 7 4 8                  | updateBuffer: {dst: a, offset: 4, data: {type: u32, pattern: constant, value: 7, count: 2}}
                    copyimg i j 0 8                 | regions: [{srcOffset: [0, 0, 0], dstOffset: [0, 0, 0], extent: [8, 8, 1]}]
                    copyimg i j                     | copyImage: {src: i, srcLayout: GENERAL, dst: j, dstLayout: GENERAL}
                    blit i j                        | blitImage: {src: i, srcLayout: GENERAL, dst: j, dstLayout: GENERAL}
                    clear i                         | clearColorImage: {image: i, layout: GENERAL, color: [0, 0, 0, 1]}
                    clear i TRANSFER_DST_OPTIMAL    | clearColorImage: {image: i, layout: TRANSFER_DST_OPTIMAL, color: [0, 0, 0, 1]}
                    copyb2i a i                     | copyBufferToImage: {src: a, dst: i, dstLayout: GENERAL}
                    copyi2b i a TRANSFER_SRC_OPTIMAL | copyImageToBuffer: {src: i, dst: a, srcLayout: TRANSFER_SRC_OPTIMAL}
                    barrier1 COPY>CLEAR             | pipelineBarrier: {memory: [{srcStage: [COPY], dstStage: [CLEAR]}]}
                    barrier COPY|BLIT/TRANSFER_WRITE>NONE | pipelineBarrier: {memory: [{srcStage: [COPY, BLIT], srcAccess: [TRANSFER_WRITE], dstStage: []}]}
                    barrier COPY>COPY@a:0:128       | pipelineBarrier: {buffers: [{buffer: a, offset: 0, size: 128, srcStage: [COPY], dstStage: [COPY]}]}
                    barrier COPY>COPY@i             | pipelineBarrier: {images: [{image: i, oldLayout: GENERAL, newLayout: GENERAL, srcStage: [COPY], dstStage: [COPY]}]}
                    barrier COPY>COPY@a COPY>BLIT@i | images: [{image: i, oldLayout: GENERAL, newLayout: GENERAL, srcStage: [COPY], dstStage: [BLIT]}]
                    setevent e COPY>BLIT            | setEvent: {event: e, memory: [{srcStage: [COPY], dstStage: [BLIT]}]}
                    waitevent e COPY>BLIT@a         | waitEvents: {events: [e], buffers: [{buffer: a, srcStage: [COPY], dstStage: [BLIT]}]}
                    resetevent e COPY|BLIT          | resetEvent: {event: e, stageMask: [COPY, BLIT]}
                    release COPY/TRANSFER_WRITE a 1>0 | buffers: - buffer: a srcStage: [COPY] srcAccess: [TRANSFER_WRITE] srcQueueFamily: transfer dstQueueFamily: universal
                    dispatchind a sw=b              | dispatchIndirect: {buffer: a, kernel: compute0, bind: {sw0: b}}
                    dispatch sw=b[3]                | dispatch: {kernel: compute0, groups: [1], bind: {sw0: b}}
                    dispatch tex=i                  | bind: {tex0: {image: i, layout: GENERAL}}
                    exec s                          | executeCommands: [s]
                    submit p fence=f                | queueSubmit: {queue: universal.0, commandBuffers: [p], fence: f}
                    submit p queue=1 wait=m:COPY|BLIT signal=t=3 | queue: transfer.0 wait: [{semaphore: m, stages: [COPY, BLIT]}] commandBuffers: [p] signal: [{semaphore: t, value: 3}]
                    queue 1;copy a b;signal m;wait t=2 COPY | queue: transfer.0 wait: [{semaphore: t, value: 2, stages: [COPY]}] commands: [{copyBuffer: {src: a, dst: b}}] signal: [{semaphore: m}]
                    timeline m 4                    | semaphores: - {name: m, type: timeline, value: 4}
                    semaphore m                     | semaphores: - {name: m}
                    event e                         | events: - e
                    waitfence f g                   | waitForFences: {fences: [f, g]}
                    resetfence f                    | resetFences: {fences: [f]}
                    idle                            | deviceWaitIdle: {}
                    hostwrite a u32 1 -2            | hostWrite: {buffer: a, data: {type: u32, values: [1, -2]}}
                    hostwrite a 16 u8 iota 4 9 2    | hostWrite: {buffer: a, offset: 16, data: {type: u8, pattern: iota, count: 4, start: 9, step: 2}}
                    hostwrite a u32 constant 5 4    | data: {type: u32, pattern: constant, value: 5, count: 4}
                    hostwrite a u32 random 4 77     | data: {type: u32, pattern: random, count: 4, seed: 77}
                    hostread a                      | hostRead: {buffer: a, size: WHOLE_SIZE}
                    hostread a 8 16                 | hostRead: {buffer: a, offset: 8, size: 16}
                    hostread a 8 = u32 1            | hostRead: {buffer: a, offset: 8, expect: {type: u32, values: [1]}}
                    beginstats x;fill a;endstats    | commands: - {beginStatistics: {name: x}} - {fillBuffer: {dst: a, data: 0}} - {endStatistics: {}}
                    beginstats x functional;endstats x | commands: [{beginStatistics: {name: x, mode: functional}}, {endStatistics: {name: x}}]
                    resetstats                      | commands: [{resetStatistics: {}}]
                    hostbeginstats x;fill a;idle;hostendstats x | - {beginStatistics: {name: x}}
                    fill a;hostbeginstats x functional;hostendstats | - {beginStatistics: {name: x, mode: functional}} - {endStatistics: {}}
                    device uma-apu                  | device: uma-apu
                    """)
    void a_line_says_what_a_step_of_a_stream_says(String lines, String expected) {
        assertThat(yaml(RESOURCES + lines)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '~', textBlock = """
                    dispatch ub=a[2]        | bindings: {ub0: uniform}      | v0 = load.u32 ub0[2]
                    dispatch sr=a           | bindings: {sr0: storage}      | v0 = load.u32 sr0[0]
                    dispatch sw=a           | bindings: {sw0: storage}      | store.u32 sw0[0] = 1
                    dispatch srw=a          | bindings: {srw0: storage}     | v0 = load.u32 srw0[0] store.u32 srw0[0] = v0 + 1
                    dispatch atom=a         | bindings: {atom0: storage}    | atomic.add.u32 atom0[0], 1
                    dispatch ir=i[17]       | bindings: {ir0: storageImage} | v0 = load.u32 ir0[17]
                    dispatch iw=i           | bindings: {iw0: storageImage} | store.u32 iw0[0] = 1
                    render;draw sw=a        | bindings: {sw0: storage}      | if x + y == 0 { store.u32 sw0[0] = 1 }
                    render i LOAD STORE;draw ub=a | bindings: {ub0: uniform} | v0 = load.u32 ub0[0] out.color0 = 0xff4080ff
                    """)
    void an_access_becomes_a_kernel_that_does_it(String lines, String bindings, String code) {
        assertThat(yaml(RESOURCES + lines)).contains(bindings).contains("code: | " + code);
    }

    @Test
    void lines_that_need_the_same_kernel_share_it() {
        assertThat(program(RESOURCES + "dispatch sw=a;dispatch sw=b;dispatch sw=a[1]")
                        .kernels())
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '~', textBlock = """
                    draw vb=a[4]        | draw: {coverage: fullscreen, vertices: {buffer: a, offset: 16, stride: 16, count: 1}}
                    draw ib=a           | drawIndexed: {coverage: fullscreen, indices: {buffer: a, offset: 0, count: 1}}
                    draw ind=a          | drawIndirect: {coverage: fullscreen, indirect: {buffer: a, offset: 0}}
                    draw ib=a ind=b[1]  | drawIndexedIndirect: {coverage: fullscreen, indices: {buffer: a, offset: 0}, indirect: {buffer: b, offset: 4}}
                    """)
    void a_draw_fetches_what_it_names(String draw, String expected) {
        assertThat(yaml(RESOURCES + "render;" + draw + ";endrender")).contains(expected);
    }

    @Test
    void a_render_without_an_image_has_a_target_that_nothing_is_read_from_or_written_to() {
        assertThat(yaml("render;endrender;render;endrender"))
                .contains("image: target0, loadOp: NONE, storeOp: NONE")
                .contains("image: target1, loadOp: NONE, storeOp: NONE");
    }

    @Test
    void a_kernel_of_the_streams_own_is_bound_by_name() {
        String kernel = "kernel k 64 1 src=uniform img=sampled;  v = load.u32 src[0];  w = load.u32 img[n];end;";

        assertThat(yaml(RESOURCES + kernel + "dispatch kernel=k groups=4,2 src=a img=i param:n=3"))
                .contains("k: localSize: [64, 1] bindings: {src: uniform, img: sampled}")
                .contains("v = load.u32 src[0] w = load.u32 img[n]")
                .contains(
                        "{kernel: k, groups: [4, 2], bind: {src: a, img: {image: i, layout: GENERAL}}, params: {\"n\": 3}}");
        StreamProgram program = program(RESOURCES + kernel + "dispatch kernel=k groups=4,2 src=a img=i param:n=3");
        assertThat(program.kernels()).containsOnlyKeys("k");
    }

    @Test
    void an_image_is_found_in_its_layout() {
        StreamProgram program = program("image i 16 16;image j 16 16 TRANSFER_DST_OPTIMAL;image k 8 8 UNDEFINED");

        assertThat(program.images())
                .extracting("initialLayout")
                .containsExactly(ImageLayout.GENERAL, ImageLayout.TRANSFER_DST_OPTIMAL, ImageLayout.UNDEFINED);
    }

    @Test
    void a_line_without_a_layout_takes_the_one_that_the_lines_before_led_to() {
        assertThat(yaml("image i 16 16;barrier NONE>NONE@i:GENERAL:TRANSFER_DST_OPTIMAL;clear i"))
                .contains("clearColorImage: {image: i, layout: TRANSFER_DST_OPTIMAL");
    }

    @Test
    void the_first_half_of_an_event_leaves_the_layout_as_it_is() {
        String event = " e NONE>NONE@i:GENERAL:TRANSFER_DST_OPTIMAL;clear i";

        assertThat(yaml("image i 16 16;setevent" + event)).contains("layout: GENERAL, color");
        assertThat(yaml("image i 16 16;waitevent" + event)).contains("layout: TRANSFER_DST_OPTIMAL, color");
    }

    @Test
    void an_image_has_the_usage_that_its_lines_need() {
        assertThat(yaml("image i 16 16;buffer b 1024;copyb2i b i;dispatch tex=i iw=i"))
                .contains("usage: [TRANSFER_DST, SAMPLED, STORAGE]");
    }

    @Test
    void buffers_that_the_host_uses_lie_in_memory_that_it_sees() {
        assertThat(yaml("buffer a 300;buffer b 300;buffer h 16;hostread h;fill b"))
                .contains("{name: buffers, size: 65536, properties: [DEVICE_LOCAL]}")
                .contains("{name: host, size: 65536, properties: [HOST_VISIBLE, HOST_COHERENT]}")
                .contains("{name: a, memory: buffers, offset: 0, size: 300}")
                .contains("{name: b, memory: buffers, offset: 512, size: 300}")
                .contains("{name: h, memory: host, offset: 0, size: 16}");
    }

    @Test
    void images_lie_apart_and_aligned_on_every_device() {
        for (String device : Devices.names()) {
            CompactStream stream = CompactStream.read(
                    "s.cmds", text("image i 9 9;image j 300 5").getBytes(UTF_8));
            GpuSpec gpu = Devices.load(device);
            byte[] yaml = YamlText.of(stream.tree(gpu)).getBytes(UTF_8);

            assertThat(StreamReader.read("s.yaml", yaml, null).resolve(gpu).images())
                    .as(device)
                    .hasSize(2);
        }
    }

    @Test
    void commands_are_one_submission_up_to_the_next_line_of_the_host() {
        String yaml = yaml("buffer a 16;fill a 1;fill a 2;idle;fill a 3");

        assertThat(yaml.split("queueSubmit", -1)).hasSize(3);
        assertThat(yaml.indexOf("data: 2")).isLessThan(yaml.indexOf("deviceWaitIdle"));
        assertThat(yaml.indexOf("data: 3")).isGreaterThan(yaml.indexOf("deviceWaitIdle"));
    }

    @Test
    void without_a_submit_all_command_buffers_are_submitted_at_the_end() {
        assertThat(yaml("buffer a 16;secondary s;fill a;end;cb p;exec s;end;cb q;fill a;end"))
                .contains("program: - {queueSubmit: {queue: universal.0, commandBuffers: [p, q]}}");
    }

    @ParameterizedTest
    @CsvSource({"seed-discrete-l2, transfer.0", "uma-apu, compute.0", "gcn-vega, transfer.0", "nvidia-v100, transfer.0"
    })
    void queue_1_is_of_the_transfer_family_or_else_another_one(String device, String queue) {
        assertThat(yaml("buffer a 16;queue 1;fill a", Devices.load(device))).contains("queue: " + queue);
    }

    @Test
    void a_device_with_one_queue_has_no_queue_1() {
        GpuSpec one = Devices.load("adreno-6xx");

        assertThatThrownBy(() -> yaml("buffer a 16;queue 1;fill a", one))
                .hasMessage("s.cmds:2:7: queue: device 'adreno-6xx' has one queue only, which is queue 0");
    }

    @Test
    void comments_blank_lines_and_indentation_mean_nothing() {
        assertThat(yaml("# about this.;;  buffer  a\t16 # 16 bytes;\tfill a")).contains("description: about this.");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '~', textBlock = """
                    cpy a b                       | 11:1  | no line begins with 'cpy'; did you mean 'copy'?
                    copy a                        | 11:1  | copy: the destination is missing; the line is 'copy SRC DST [SRCOFFSET DSTOFFSET SIZE]'
                    copy a bb                     | 11:8  | unknown buffer 'bb'; did you mean 'b'?
                    copy a i                      | 11:8  | 'i' is an image; a buffer belongs here
                    clear a                       | 11:7  | 'a' is a buffer; an image belongs here
                    blit i k                      | 11:8  | unknown image 'k'; did you mean 'i'?
                    copy a b 0 0 999              | 11:14 | size: 999 bytes from offset 0 reach past the end of buffer 'a', which has 256 bytes
                    copy a b 0 0 16 1             | 11:17 | copy: unexpected '1'; the line is 'copy SRC DST [SRCOFFSET DSTOFFSET SIZE]'
                    copy a b x 0 16               | 11:10 | srcOffset: 'x' is not a size; write bytes as a plain integer or with a unit: B, KiB, MiB, GiB, TiB (kB, MB, GB, TB are decimal)
                    barrier COPI>COPY             | 11:9  | srcStage: unknown pipeline stage COPI; did you mean COPY?
                    barrier COPY/TRANSFER_RED>COPY | 11:14 | srcAccess: unknown access flag TRANSFER_RED; did you mean TRANSFER_READ?
                    barrier COPY                  | 11:9  | barrier: expected STAGE[/ACCESS]>STAGE[/ACCESS], got 'COPY'
                    barrier COPY/>COPY            | 11:9  | barrier: expected STAGE[/ACCESS], got 'COPY/'
                    barrier COPY>COPY@c           | 11:19 | unknown buffer or image 'c'; did you mean 'a'?
                    barrier COPY>COPY@i:GENERAL   | 11:9  | barrier: unexpected 'COPY>COPY@i:GENERAL'; the line is 'barrier SRCSTAGE[/ACCESS]>DSTSTAGE[/ACCESS][@BUFFER[:OFFSET:SIZE]|@IMAGE[:OLD:NEW]] ...'
                    barrier COPY>COPY@i:GENERAL:GENERIC | 11:29 | newLayout: unknown image layout 'GENERIC'; did you mean 'GENERAL'?
                    barrier                       | 11:1  | barrier: what is ordered is missing; the line is 'barrier SRCSTAGE[/ACCESS]>DSTSTAGE[/ACCESS][@BUFFER[:OFFSET:SIZE]|@IMAGE[:OLD:NEW]] ...'
                    barrier1 COPY/NONE>COPY       | 11:10 | barrier1: stages only, SRC>DST; 'barrier' takes accesses and ranges
                    dispatch sv=a                 | 11:10 | dispatch: expected an access such as 'sw=BUFFER', got 'sv=a'; did you mean 'sr'?
                    dispatch sw=a[x]              | 11:15 | dispatch: the index: expected a whole number, got 'x'
                    dispatch sw=a[3               | 11:13 | dispatch: the ']' is missing in 'a[3'
                    dispatch vb=a                 | 11:10 | dispatch: expected an access such as 'sw=BUFFER', got 'vb=a'; did you mean 'ub'?
                    kernel k 1 s=storage;end;dispatch kernel=k group=4 | 13:19 | kernel 'k' has no binding 'group'; did you mean 'groups'?; a parameter is param:group=
                    dispatch kernel=k             | 11:17 | unknown kernel 'k'; there are none
                    draw vb=a                     | 11:1  | draw belongs between beginRendering and endRendering, or into a render pass
                    render i LAOD STORE           | 11:10 | loadOp: unknown value 'LAOD'; did you mean 'LOAD'?
                    buffer a 16                   | 11:8  | buffer: the name 'a' is taken on line 1
                    buffer 7 16                   | 11:8  | buffer: '7' is no name; a name is letters, digits, '_', '.' and '-', and begins with a letter
                    buffer d 16 Kb                | 11:13 | buffer: unexpected 'Kb'; the line is 'buffer NAME SIZE'
                    buffer d 0                    | 11:10 | buffer: a buffer has at least one byte
                    image d 16                    | 11:1  | image: the height is missing; the line is 'image NAME WIDTH HEIGHT [LAYOUT]'
                    image d 16 1x                 | 11:12 | image: the height: expected a whole number, got '1x'
                    image d 0 16                  | 11:9  | image: the width: 0 is not from 1 to 2147483647
                    image d 16 16 GENRAL          | 11:15 | initialLayout: unknown image layout 'GENRAL'; did you mean 'GENERAL'?
                    image d 70000 16              | 11:7  | image: extent: each edge must be from 1 to 65536 texels
                    update b 0 0 6                | 11:14 | update: 6 bytes are no multiple of 4; name the size that is written
                    end                           | 11:1  | end: no cb or secondary comes before it
                    cb q                          | 11:1  | cb: 'q' has no 'end'
                    cb p                          | 11:4  | cb: the name 'p' is taken on line 8
                    submit q                      | 11:8  | submit: unknown command buffer 'q'; did you mean 'p'?
                    submit s                      | 11:8  | submit: 's' is a secondary, which a cb executes
                    exec p                        | 11:6  | exec: 'p' is a cb, which is submitted
                    submit p fnce=f               | 11:10 | submit: unexpected 'fnce=f'; the line is 'submit CB ... [queue=N] [wait=SEMAPHORE[=VALUE][:STAGE]] [signal=SEMAPHORE[=VALUE][:STAGE]] [fence=FENCE]'
                    queue 2                       | 11:7  | queue: the queue: 2 is not from 0 to 1
                    release COPY i GENERAL GENERAL 0>0 | 11:32 | release: queues 0>0 are of one family, 'universal', on this device: there is no ownership to transfer
                    acquire COPY i GENERAL GENERAL | 11:1  | acquire: the pair of queues is missing; the line is 'acquire
                    waitfence nobody              | 11:11 | no submission signals the fence 'nobody'; there are none
                    hostwrite a u33 1             | 11:13 | type: unknown value 'u33'; did you mean 'u32'?
                    hostwrite a 250 u32 1 2       | 11:17 | data: 8 bytes from offset 250 reach past the end of buffer 'a', which has 256 bytes
                    hostread a 0 4 u32 1          | 11:16 | hostread: unexpected 'u32'; the line is 'hostread BUFFER [OFFSET [SIZE]] [= TYPE VALUE ...]'
                    kernel k                      | 11:1  | kernel: its text does not end; a line 'end' is missing
                    """)
    void a_fault_is_said_with_its_line_and_column(String line, String place, String message) {
        assertThatThrownBy(() -> program(RESOURCES + line))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("s.cmds:" + place + ": " + message);
    }

    @Test
    void a_fault_in_a_kernels_text_is_said_where_it_stands() {
        assertThatThrownBy(
                        () -> program(
                                "buffer a 16;kernel k 1 a=storage;    # stores;    store.u33 a[0] = 1;end;dispatch kernel=k a=a"))
                .hasMessageStartingWith("s.cmds:4:")
                .hasMessageContaining("u33");
    }

    @Test
    void a_line_of_the_host_cannot_stand_in_a_command_buffer() {
        assertThatThrownBy(() -> program("cb p;idle;end"))
                .hasMessage(
                        "s.cmds:2:1: idle: cannot stand within a command buffer; 'p' began on line 1 and has no 'end' yet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing", "  \n\n"})
    void a_file_that_says_nothing_is_refused(String text) {
        assertThatThrownBy(() -> CompactStream.read("s.cmds", text.getBytes(UTF_8)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("s.cmds: ");
    }

    @Test
    void text_that_is_not_utf_8_is_refused() {
        assertThatThrownBy(() -> CompactStream.read("s.cmds", new byte[] {'#', (byte) 0xff}))
                .hasMessageStartingWith("s.cmds:1:2: not UTF-8");
    }
}
