// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.check.hazard.Hazard;
import dev.sluice.check.hazard.HazardChecker;
import dev.sluice.check.trace.DeviceFacts;
import dev.sluice.config.device.Devices;
import dev.sluice.config.stream.StreamReader;
import dev.sluice.device.GpuSpec;
import dev.sluice.program.StreamProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of a capture: what becomes of each call, and what the stream then orders. */
final class EventImportTest {
    private static final GpuSpec DEVICE = Devices.load("seed-discrete-l2");
    private static final String CREATE = "vkCreateEvent|'pCreateInfo':{'flags':0},'pEvent':30";
    private static final String CREATE_OTHER = "vkCreateEvent|'pCreateInfo':{'flags':0},'pEvent':31";
    private static final String FILL =
            "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':0,'size':64,'data':7";
    private static final String COPY =
            "vkCmdCopyBuffer|'commandBuffer':16,'srcBuffer':5,'dstBuffer':5,'pRegions':[{'srcOffset':0,'dstOffset':512,'size':64}]";
    /** 4096 is TRANSFER. */
    private static final String SET = "vkCmdSetEvent|'commandBuffer':16,'event':30,'stageMask':4096";

    private static final String WAIT = "vkCmdWaitEvents|'commandBuffer':16,'pEvents':[30],'srcStageMask':4096,"
            + "'dstStageMask':4096,'pMemoryBarriers':[{'srcAccessMask':4096,'dstAccessMask':2048}]";
    private static final String DEPENDENCY = "{'dependencyFlags':0,'pMemoryBarriers':[{"
            + "'srcStageMask':'VK_PIPELINE_STAGE_2_CLEAR_BIT','srcAccessMask':'VK_ACCESS_2_TRANSFER_WRITE_BIT',"
            + "'dstStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT','dstAccessMask':'VK_ACCESS_2_TRANSFER_READ_BIT'}]}";
    private static final String SET2 =
            "vkCmdSetEvent2KHR|'commandBuffer':16,'event':30,'pDependencyInfo':" + DEPENDENCY;
    private static final String WAIT2 =
            "vkCmdWaitEvents2|'commandBuffer':16,'pEvents':[30],'pDependencyInfos':[" + DEPENDENCY + "]";
    /** 64 is VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR. */
    private static final String ASYMMETRIC_SET =
            "vkCmdSetEvent2|'commandBuffer':16,'event':30,'pDependencyInfo':{'dependencyFlags':64,'pMemoryBarriers':[{"
                    + "'srcStageMask':'VK_PIPELINE_STAGE_2_CLEAR_BIT','srcAccessMask':0,'dstStageMask':0,'dstAccessMask':0}]}";

    private static final String ASYMMETRIC_WAIT =
            WAIT2.replace("'dependencyFlags':0", "'dependencyFlags':'VK_DEPENDENCY_ASYMMETRIC_EVENT_BIT_KHR'");
    /** 16384 is HOST. */
    private static final String WAIT_FOR_HOST =
            "vkCmdWaitEvents|'commandBuffer':16,'pEvents':[30],'srcStageMask':16384,"
                    + "'dstStageMask':4096,'pMemoryBarriers':[{'srcAccessMask':16384,'dstAccessMask':2048}]";

    @TempDir
    private Path folder;

    private ImportedCapture capture(String... calls) {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        for (String call : calls) {
            fixture.call(call);
        }
        return CaptureImporter.read(fixture.write(folder), CaptureTarget.of(DEVICE));
    }

    /** The stream without braces, commas and line breaks, which depend on the length of lines. */
    private static String flat(ImportedCapture capture) {
        return capture.yaml().replaceAll("[{},\\n]", " ").replaceAll(" +", " ");
    }

    private List<Hazard> hazards(ImportedCapture capture) {
        StreamProgram stream =
                StreamReader.read("test.jsonl", capture.bytes(), folder).resolve(DEVICE);
        return HazardChecker.check(stream, DeviceFacts.of(DEVICE)).hazards();
    }

    @Test
    void a_legacy_set_and_wait_order_what_is_before_the_set() {
        ImportedCapture capture = capture(CREATE, FILL, SET, WAIT, COPY, SUBMIT);

        assertThat(flat(capture))
                .contains("setEvent: event: event30 stageMask: [ALL_TRANSFER]")
                .contains("waitEvents: events: [event30] srcStageMask: [ALL_TRANSFER] dstStageMask: [ALL_TRANSFER]"
                        + " memory: [ srcAccess: [TRANSFER_WRITE] dstAccess: [TRANSFER_READ] ]");
        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(hazards(capture)).isEmpty();
        assertThat(hazards(capture(CREATE, SET, FILL, WAIT, COPY, SUBMIT))).hasSize(1);
    }

    @Test
    void a_dependency_in_two_halves_orders_what_is_before_the_set() {
        ImportedCapture capture = capture(CREATE, FILL, SET2, WAIT2, COPY, SUBMIT);

        assertThat(flat(capture))
                .contains("setEvent: event: event30 memory: [ srcStage: [CLEAR]")
                .contains("waitEvents: events: [event30] memory: [ srcStage: [CLEAR]");
        assertThat(hazards(capture)).isEmpty();
        assertThat(hazards(capture(CREATE, SET2, FILL, WAIT2, COPY, SUBMIT))).hasSize(1);
    }

    @Test
    void an_event_whose_set_names_stages_alone_has_its_dependency_at_the_wait() {
        ImportedCapture capture = capture(CREATE, FILL, ASYMMETRIC_SET, ASYMMETRIC_WAIT, COPY, SUBMIT);

        assertThat(flat(capture))
                .contains("setEvent: event: event30 stageMask: [CLEAR]")
                .contains("waitEvents: events: [event30] srcStageMask: [CLEAR] dstStageMask: [COPY]"
                        + " memory: [ srcAccess: [TRANSFER_WRITE] dstAccess: [TRANSFER_READ] ]");
        assertThat(capture.notUnderstood()).isEmpty();
        assertThat(hazards(capture)).isEmpty();
        assertThat(hazards(capture(CREATE, ASYMMETRIC_SET, FILL, ASYMMETRIC_WAIT, COPY, SUBMIT)))
                .hasSize(1);
    }

    @Test
    void second_scopes_of_such_a_wait_stay_apart() {
        String second = "'dstAccessMask':'VK_ACCESS_2_TRANSFER_READ_BIT'}";
        String wait = ASYMMETRIC_WAIT.replace(
                second,
                second + ",{'srcStageMask':'VK_PIPELINE_STAGE_2_CLEAR_BIT','srcAccessMask':0,"
                        + "'dstStageMask':'VK_PIPELINE_STAGE_2_BLIT_BIT','dstAccessMask':0}");

        ImportedCapture capture = capture(CREATE, FILL, ASYMMETRIC_SET, wait, COPY, SUBMIT);

        assertThat(flat(capture))
                .contains("dstStageMask: [COPY] memory: [ srcAccess: [TRANSFER_WRITE] dstAccess: [TRANSFER_READ] ]")
                .contains("dstStageMask: [BLIT]");
        assertThat(capture.notUnderstood()).isEmpty();
    }

    @Test
    void barriers_of_such_a_wait_that_differ_in_their_first_stages_are_told_of() {
        String second = "'dstAccessMask':'VK_ACCESS_2_TRANSFER_READ_BIT'}";
        String wait = ASYMMETRIC_WAIT.replace(
                second,
                second + ",{'srcStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT','srcAccessMask':0,"
                        + "'dstStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT','dstAccessMask':0}");
        String set = ASYMMETRIC_SET.replace(
                "'VK_PIPELINE_STAGE_2_CLEAR_BIT'", "'VK_PIPELINE_STAGE_2_CLEAR_BIT|VK_PIPELINE_STAGE_2_COPY_BIT'");

        ImportedCapture capture = capture(CREATE, FILL, set, wait, COPY, SUBMIT);

        assertThat(flat(capture)).contains("srcStageMask: [CLEAR COPY]");
        assertThat(capture.notUnderstood()).containsExactly(Map.entry("vkCmdWaitEvents2", 1L));
    }

    @Test
    void each_of_several_events_has_its_own_dependency() {
        String set = SET2.replace("'event':30", "'event':31");
        String wait = "vkCmdWaitEvents2|'commandBuffer':16,'pEvents':[30,31],'pDependencyInfos':[" + DEPENDENCY
                + ",{'dependencyFlags':0}]";
        String nothing = "vkCmdSetEvent2|'commandBuffer':16,'event':31,'pDependencyInfo':{'dependencyFlags':0}";

        ImportedCapture capture = capture(CREATE, CREATE_OTHER, FILL, SET2, nothing, wait, COPY, SUBMIT);

        assertThat(flat(capture)).contains("events: [event30 event31] dependencies: - memory: [ srcStage: [CLEAR]");
        assertThat(hazards(capture)).isEmpty();
        assertThatThrownBy(() -> capture(CREATE, set, wait.replace(",{'dependencyFlags':0}", ""), SUBMIT))
                .hasMessageContaining("'pDependencyInfos' has not one dependency for each event");
    }

    @Test
    void a_queue_resets_an_event() {
        ImportedCapture capture = capture(
                CREATE,
                FILL,
                SET,
                WAIT,
                "vkCmdResetEvent|'commandBuffer':16,'event':30,'stageMask':4096",
                "vkCmdResetEvent2|'commandBuffer':16,'event':30,'stageMask':'VK_PIPELINE_STAGE_2_COPY_BIT'",
                SUBMIT);

        assertThat(flat(capture))
                .contains("resetEvent: event: event30 stageMask: [ALL_TRANSFER]")
                .contains("resetEvent: event: event30 stageMask: [COPY]");
    }

    @Test
    void stages_that_say_nothing_stand_for_nothing() {
        ImportedCapture capture = capture(
                CREATE,
                FILL,
                SET.replace("4096", "0"),
                WAIT.replace("'srcStageMask':4096", "'srcStageMask':0"),
                COPY,
                SUBMIT);

        assertThat(hazards(capture)).hasSize(1);
    }

    @Test
    void a_wait_is_over_when_the_host_sets_the_event_after_the_submission() {
        String write = "vkMapMemory|'memory':6,'offset':0,'size':18446744073709551615,'ppData':'0x1'";
        ImportedCapture capture = capture(CREATE, WAIT_FOR_HOST, COPY, write, SUBMIT, "vkSetEvent|'event':30");

        assertThat(flat(capture)).contains("waitEvents: events: [event30] srcStageMask: [HOST]");
        assertThat(capture.yaml()).contains("setEvent: event30");
        assertThat(capture.notes()).noneMatch(note -> note.contains("events"));
        assertThat(hazards(capture)).isEmpty();
    }

    @Test
    void a_wait_for_what_nothing_sets_is_left_out() {
        ImportedCapture capture = capture(
                CREATE, CREATE_OTHER, FILL, WAIT, WAIT.replace("[30]", "[31,30]"), "vkSetEvent|'event':31", SUBMIT);

        assertThat(capture.yaml().split("waitEvents", -1)).hasSize(2);
        assertThat(flat(capture)).contains("waitEvents: events: [event31] ");
        assertThat(capture.notes()).contains("waits for events that nothing in the capture sets are left out (× 2)");
        assertThat(capture.notUnderstood()).containsExactly(Map.entry("vkCmdWaitEvents", 2L));
        assertThat(capture.yaml()).contains("change: synchronization");
    }

    @Test
    void a_reset_by_the_host_ends_what_its_set_was_for() {
        ImportedCapture capture =
                capture(CREATE, "vkSetEvent|'event':30", "vkResetEvent|'event':30", FILL, WAIT_FOR_HOST, SUBMIT);

        assertThat(capture.yaml()).contains("resetEvent: event30").doesNotContain("waitEvents");
    }

    @Test
    void a_query_that_finds_an_event_set_is_a_wait() {
        String query = "vkGetEventStatus=VK_EVENT_SET|'event':30";
        ImportedCapture capture =
                capture(CREATE, FILL, SET, SUBMIT, "vkGetEventStatus=VK_EVENT_RESET|'event':30", query);

        assertThat(capture.yaml().split("getEventStatus", -1)).hasSize(2);
        assertThat(flat(capture)).contains("getEventStatus: event: event30 untilSet: true");
        assertThat(capture.notes())
                .contains("queries of events that were not set yet are left out")
                .contains("queries that found events set are taken as waits, because the program knew then");
        assertThat(capture(CREATE, query).yaml()).doesNotContain("getEventStatus");
    }

    @Test
    void an_event_transfers_no_ownership() {
        String transfer = DEPENDENCY.replace(
                "'pMemoryBarriers':[{",
                "'pBufferMemoryBarriers':[{'buffer':5,'offset':0,'size':64,'srcQueueFamilyIndex':0,'dstQueueFamilyIndex':1,");
        ImportedCapture capture = capture(
                CREATE, FILL, SET2.replace(DEPENDENCY, transfer), WAIT2.replace(DEPENDENCY, transfer), COPY, SUBMIT);

        assertThat(capture.notes())
                .contains("queue family transfers by events are left out: only pipeline barriers transfer (× 2)");
        assertThat(hazards(capture)).isEmpty();
    }
}
