// SPDX-License-Identifier: Apache-2.0
package dev.sluice.config.capture;

import static dev.sluice.config.capture.CaptureFixture.SETUP;
import static dev.sluice.config.capture.CaptureFixture.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single calls, on small captures written here. */
final class ImportTest {
    private static final String FILL =
            "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':5,'dstOffset':0,'size':64,'data':7";

    @TempDir
    private Path folder;

    private String yaml(String... calls) {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        for (String call : calls) {
            fixture.call(call);
        }
        return fixture.read(folder).yaml();
    }

    private ImportedCapture capture(String... calls) {
        CaptureFixture fixture = new CaptureFixture().calls(SETUP);
        for (String call : calls) {
            fixture.call(call);
        }
        return fixture.read(folder);
    }

    @Test
    void unknown_calls_are_counted_by_name() {
        ImportedCapture capture =
                capture("vkCmdFoo|'commandBuffer':16", "vkCmdFoo|'commandBuffer':16", "vkCmdBar|'vertexCount':3");
        assertThat(capture.notUnderstood()).containsExactly(Map.entry("vkCmdFoo", 2L), Map.entry("vkCmdBar", 1L));
        assertThat(capture.yaml()).contains("{call: vkCmdFoo, count: 2, change: anything,");
    }

    @Test
    void commands_on_a_sparse_buffer_that_is_too_large_are_left_out() {
        ImportedCapture capture = capture(
                "vkCreateBuffer|'pCreateInfo':{'flags':1,'size':2147483648,'usage':2},'pBuffer':30",
                "vkCmdFillBuffer|'commandBuffer':16,'dstBuffer':30,'dstOffset':0,'size':64,'data':7",
                SUBMIT);

        assertThat(capture.yaml()).doesNotContain("fillBuffer");
        assertThat(capture.notUnderstood()).isEqualTo(Map.of("vkCmdFillBuffer", 1L));
    }

    @Test
    void memory_is_allocated_in_the_program_once_some_was_freed() {
        String allocate = "vkAllocateMemory|'pAllocateInfo':{'allocationSize':8192,'memoryTypeIndex':0},'pMemory':";
        String yaml = yaml(allocate + 70, "vkFreeMemory|'memory':70", allocate + 71, "vkFreeMemory|'memory':71");

        assertThat(yaml)
                .containsSubsequence("freeMemory: memory70", "allocateMemory: memory71", "freeMemory: memory71")
                .doesNotContain("allocateMemory: memory70");
    }

    @Test
    void a_wait_for_one_of_several_devices_that_work_is_told() {
        String other = "vkGetDeviceQueue|'device':9,'queueFamilyIndex':0,'queueIndex':0,'pQueue':90";
        String idle = "vkDeviceWaitIdle|'device':9";
        assertThat(capture(other, FILL, idle, SUBMIT).notUnderstood()).isEmpty();
        assertThat(capture(FILL, SUBMIT, idle.replace("9", "3")).notUnderstood())
                .isEmpty();
        assertThat(capture(other, FILL, SUBMIT, idle).yaml())
                .contains("change: synchronization")
                .contains("waits for one of several devices wait for all of them here");
    }

    @Test
    void failed_calls_do_nothing() {
        ImportedCapture capture = capture(
                "vkAllocateMemory=VK_ERROR_OUT_OF_DEVICE_MEMORY|'pAllocateInfo':{'allocationSize':1},'pMemory':0");
        assertThat(capture.notes())
                .contains("failed calls are left out: vkAllocateMemory returned VK_ERROR_OUT_OF_DEVICE_MEMORY");
    }

    @Test
    void debug_names_name_buffers_even_when_given_late_and_are_made_unique() {
        String yaml = yaml(
                FILL,
                SUBMIT,
                "vkSetDebugUtilsObjectNameEXT|'pNameInfo':{'objectType':'VK_OBJECT_TYPE_BUFFER','objectHandle':5,'pObjectName':'vertex data'}",
                "vkDebugMarkerSetObjectNameEXT|'pNameInfo':{'object':6,'pObjectName':'vertex data'}");
        assertThat(yaml)
                .containsPattern("name: vertex data,\\s+memory: vertex data_6")
                .contains("fillBuffer: {dst: vertex data,");
    }

    @Test
    void labels_nest_and_end() {
        String yaml = yaml(
                "vkCmdBeginDebugUtilsLabelEXT|'commandBuffer':16,'pLabelInfo':{'pLabelName':'frame'}",
                "vkCmdDebugMarkerBeginEXT|'commandBuffer':16,'pMarkerInfo':{'pMarkerName':'clear'}",
                FILL,
                "vkCmdDebugMarkerEndEXT|'commandBuffer':16",
                FILL,
                "vkCmdEndDebugUtilsLabelEXT|'commandBuffer':16",
                FILL,
                SUBMIT);
        assertThat(yaml)
                .contains("source: index 10, label: frame/clear}")
                .contains("source: index 12, label: frame}")
                .contains("source: index 14}");
    }

    @Test
    void labels_with_slashes_are_written_one_by_one_too() {
        assertThat(yaml(
                        "vkCmdBeginDebugUtilsLabelEXT|'commandBuffer':16,'pLabelInfo':{'pLabelName':'frame'}",
                        "vkCmdBeginDebugUtilsLabelEXT|'commandBuffer':16,'pLabelInfo':{'pLabelName':'a/b'}",
                        FILL,
                        SUBMIT))
                .containsPattern("label: frame/a/b,?\\s+capture: \\{labels: \\[frame, a/b]}");
    }

    @Test
    void a_command_buffer_submitted_twice_runs_twice_and_begins_anew_when_recorded_again() {
        String yaml = yaml(FILL, SUBMIT, SUBMIT, "vkBeginCommandBuffer|'commandBuffer':16", SUBMIT);
        assertThat(yaml.split("fillBuffer", -1)).hasSize(3);
        assertThat(yaml.split("queueSubmit", -1)).hasSize(4);
    }

    @Test
    void secondary_command_buffers_are_inlined() {
        String yaml = yaml(
                "vkAllocateCommandBuffers|'pAllocateInfo':{'commandPool':15},'pCommandBuffers':[17]",
                "vkBeginCommandBuffer|'commandBuffer':17",
                FILL.replace("16", "17"),
                "vkCmdExecuteCommands|'commandBuffer':16,'pCommandBuffers':[17]",
                SUBMIT);
        assertThat(yaml).contains("fillBuffer: {dst: buffer5, size: 64, data: 7}, source: index 10");
    }

    @Test
    void resetting_the_pool_empties_its_buffers() {
        assertThat(yaml(FILL, "vkResetCommandPool|'commandPool':15", SUBMIT)).doesNotContain("fillBuffer");
    }

    @Test
    void a_fill_of_the_whole_size_ends_at_the_last_whole_word() {
        assertThat(yaml(FILL.replace("'dstOffset':0,'size':64", "'dstOffset':4,'size':18446744073709551615"), SUBMIT))
                .contains("fillBuffer: {dst: buffer5, offset: 4, size: 4092, data: 7}");
    }

    @Test
    void masks_of_64_bits_come_as_names() {
        String yaml = yaml(
                "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'dependencyFlags':1,'pMemoryBarriers':[{"
                        + "'srcStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT|VK_PIPELINE_STAGE_2_CLEAR_BIT','srcAccessMask':'VK_ACCESS_2_TRANSFER_WRITE_BIT',"
                        + "'dstStageMask':'VK_PIPELINE_STAGE_2_NONE','dstAccessMask':'VK_ACCESS_2_NONE'}],'pBufferMemoryBarriers':null}",
                SUBMIT);
        assertThat(yaml)
                .contains("memory: [{srcStage: [COPY, CLEAR], srcAccess: [TRANSFER_WRITE]}]")
                .contains("dependencyFlags: [BY_REGION]");
    }

    @Test
    void parts_of_barriers_that_are_not_known_are_synchronization_that_was_dropped() {
        ImportedCapture capture = capture(
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4611686018427387904,'dstStageMask':4096",
                "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'dependencyFlags':24,'pMemoryBarriers':[{"
                        + "'srcStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT','srcAccessMask':'VK_ACCESS_2_NEW_BIT',"
                        + "'dstStageMask':'VK_PIPELINE_STAGE_2_NEW_BIT','dstAccessMask':'VK_ACCESS_2_NONE'}]}",
                SUBMIT);
        assertThat(capture.notUnderstood())
                .containsExactly(Map.entry("vkCmdPipelineBarrier", 1L), Map.entry("vkCmdPipelineBarrier2", 1L));
        assertThat(capture.yaml()).contains("change: synchronization");
        assertThat(capture.notes())
                .contains("unknown stage bits left out: 0x4000000000000000")
                .contains("unknown stage left out: VK_PIPELINE_STAGE_2_NEW_BIT")
                .contains("unknown access left out: VK_ACCESS_2_NEW_BIT")
                .contains("unknown dependency flags left out: 0x10");
    }

    @Test
    void a_dependency_flag_that_is_not_known_by_its_name_is_told_of() {
        String barrier =
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':4096,'dependencyFlags':'%s'";

        ImportedCapture capture =
                capture(barrier.formatted("VK_DEPENDENCY_BY_REGION_BIT|VK_DEPENDENCY_NEW_BIT_KHR"), SUBMIT);

        assertThat(capture.notUnderstood()).containsExactly(Map.entry("vkCmdPipelineBarrier", 1L));
        assertThat(capture.notes()).contains("unknown dependency flag left out: VK_DEPENDENCY_NEW_BIT_KHR");
        assertThat(capture(barrier.formatted("VK_DEPENDENCY_BY_REGION_BIT|VK_DEPENDENCY_FEEDBACK_LOOP_BIT_EXT"), SUBMIT)
                        .notUnderstood())
                .isEmpty();
    }

    @Test
    void a_barrier_without_memory_barriers_keeps_its_execution_dependency() {
        assertThat(yaml("vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':2048,'dstStageMask':4096", SUBMIT))
                .contains("pipelineBarrier: {memory: [{srcStage: [COMPUTE_SHADER], dstStage: [ALL_TRANSFER]}]}");
    }

    @Test
    void barriers_on_what_is_not_known_make_nothing_else_visible() {
        ImportedCapture capture = capture(
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':128,'pImageMemoryBarriers':[{'srcAccessMask':4096,'dstAccessMask':32,'image':50}]",
                "vkCmdPipelineBarrier|'commandBuffer':16,'srcStageMask':4096,'dstStageMask':2048,'pBufferMemoryBarriers':[{'srcAccessMask':4096,'dstAccessMask':32,'buffer':50,'offset':0,'size':64}]",
                SUBMIT);
        assertThat(capture.yaml())
                .contains("memory: [{srcStage: [ALL_TRANSFER], dstStage: [FRAGMENT_SHADER]}]")
                .contains("memory: [{srcStage: [ALL_TRANSFER], dstStage: [COMPUTE_SHADER]}]");
        assertThat(capture.notUnderstood()).containsExactly(Map.entry("vkCmdPipelineBarrier", 2L));
    }

    @Test
    void an_acquired_semaphore_is_not_waited_for_and_one_for_presentation_not_signalled() {
        ImportedCapture capture = capture(
                "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':20",
                "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':21",
                "vkQueueSubmit|'queue':4,'pSubmits':[{'pNext':null,'pWaitSemaphores':[20],'pWaitDstStageMask':[1024],'pCommandBuffers':[16],'pSignalSemaphores':[21]}],'fence':null",
                "vkQueuePresentKHR|'queue':4,'pPresentInfo':{'pWaitSemaphores':[21]}");
        assertThat(capture.yaml())
                .doesNotContain("semaphore2")
                .doesNotContain("wait:")
                .doesNotContain("signal:");
        assertThat(capture.notUnderstood()).containsOnlyKeys("vkQueueSubmit", "vkQueuePresentKHR");
    }

    @Test
    void binary_semaphores_between_submissions_are_kept() {
        assertThat(
                        yaml(
                                "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':20",
                                "vkQueueSubmit|'queue':4,'pSubmits':[{'pNext':null,'pSignalSemaphores':[20]},{'pNext':null,'pWaitSemaphores':[20],'pWaitDstStageMask':[4096]}],'fence':null"))
                .contains("signal: [semaphore20]")
                .contains("wait: [{semaphore: semaphore20, stages: [ALL_TRANSFER]}]");
    }

    @Test
    void timeline_semaphores_carry_their_values_as_unsigned_64_bits() {
        String create =
                "vkCreateSemaphore|'pCreateInfo':{'pNext':{'sType':'VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO','pNext':null,"
                        + "'semaphoreType':'VK_SEMAPHORE_TYPE_TIMELINE','initialValue':3}},'pSemaphore':20";
        String yaml = yaml(
                create,
                "vkQueueSubmit2|'queue':4,'pSubmits':[{'pWaitSemaphoreInfos':[{'semaphore':20,'value':99,'stageMask':'VK_PIPELINE_STAGE_2_COPY_BIT'}],"
                        + "'pCommandBufferInfos':[{'commandBuffer':16}],'pSignalSemaphoreInfos':[{'semaphore':20,'value':9007199254740993,'stageMask':'VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT'}]}],'fence':null",
                "vkWaitSemaphores|'pWaitInfo':{'flags':0,'pSemaphores':[20],'pValues':[9007199254740993]}");
        assertThat(yaml)
                .contains("- {name: semaphore20, type: timeline}")
                .contains("signalSemaphore: {semaphore: semaphore20, value: 3}")
                .contains("wait: [{semaphore: semaphore20, value: 99, stages: [COPY]}]")
                .contains("value: 9007199254740993, stages: [ALL_COMMANDS]}")
                .contains("waitSemaphores: [{semaphore: semaphore20, value: 9007199254740993}]");
    }

    @Test
    void masks_of_accesses_without_a_bit_leave_nothing_out() {
        String barrier =
                "vkCmdPipelineBarrier2|'commandBuffer':16,'pDependencyInfo':{'pMemoryBarriers':[{'srcStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT',"
                        + "'srcAccessMask':4096,'dstStageMask':'VK_PIPELINE_STAGE_2_COPY_BIT','dstAccessMask':2048,'pNext':{"
                        + "'sType':'VK_STRUCTURE_TYPE_MEMORY_BARRIER_ACCESS_FLAGS_3_KHR','pNext':null,'srcAccessMask3':'0x0','dstAccessMask3':MASK}}]}";
        assertThat(capture(barrier.replace("MASK", "'0x0'")).notUnderstood()).isEmpty();
        assertThat(capture(barrier.replace("MASK", "'0x1'")).notUnderstood()).containsKey("vkCmdPipelineBarrier2");
    }

    @Test
    void a_wait_and_a_signal_of_no_stages_stay_of_none() {
        String yaml = yaml(
                "vkCreateSemaphore|'pCreateInfo':{'pNext':null},'pSemaphore':20",
                "vkQueueSubmit2|'queue':4,'pSubmits':[{'pSignalSemaphoreInfos':[{'semaphore':20,'stageMask':'0x0'}]}],'fence':null",
                "vkQueueSubmit2|'queue':4,'pSubmits':[{'pWaitSemaphoreInfos':[{'semaphore':20,'stageMask':0}]}],'fence':null");
        assertThat(yaml)
                .contains("signal: [{semaphore: semaphore20, stages: []}]")
                .contains("wait: [{semaphore: semaphore20, stages: []}]");
    }

    @Test
    void a_wait_for_a_value_that_nothing_signals_is_left_out() {
        String create =
                "vkCreateSemaphore|'pCreateInfo':{'pNext':{'sType':'VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO','pNext':null,"
                        + "'semaphoreType':'VK_SEMAPHORE_TYPE_TIMELINE','initialValue':0}},'pSemaphore':20";
        assertThat(
                        yaml(
                                create,
                                "vkQueueSubmit2|'queue':4,'pSubmits':[{'pWaitSemaphoreInfos':[{'semaphore':20,'value':1,'stageMask':'VK_PIPELINE_STAGE_2_COPY_BIT'}]}],'fence':null"))
                .doesNotContain("wait:");
    }

    @Test
    void only_submitted_fences_are_waited_for() {
        String yaml = yaml(
                "vkCreateFence|'pCreateInfo':{'flags':1},'pFence':20",
                "vkWaitForFences=VK_SUCCESS|'pFences':[20],'waitAll':1",
                "vkResetFences|'pFences':[20]",
                SUBMIT.replace("'fence':null", "'fence':20"),
                "vkWaitForFences=VK_TIMEOUT|'pFences':[20],'waitAll':1",
                "vkWaitForFences=VK_SUCCESS|'pFences':[20],'waitAll':1",
                "vkResetFences|'pFences':[20]");
        assertThat(yaml)
                .containsOnlyOnce("waitForFences: [fence20], source: index 13")
                .containsOnlyOnce("resetFences: [fence20], source: index 14")
                .contains("waits for fences that timed out are left out");
    }

    @Test
    void a_queue_goes_to_the_family_with_the_fewest_other_capabilities() {
        assertThat(yaml(
                        "vkGetPhysicalDeviceQueueFamilyProperties|'pQueueFamilyProperties':[{'queueFlags':7},{'queueFlags':4}]",
                        "vkGetDeviceQueue|'queueFamilyIndex':1,'queueIndex':3,'pQueue':30",
                        "vkQueueWaitIdle|'queue':30"))
                .contains("{queueWaitIdle: copy.1, source: index 10}");
    }

    @Test
    void without_the_binary_capture_the_import_says_what_is_missing() {
        assertThat(capture().leftOut().missing())
                .singleElement()
                .asString()
                .startsWith("there is no test.gfxr beside the capture");
    }

    @Test
    void a_dispatch_without_its_shader_reads_and_writes_storage_and_reads_uniforms() {
        String yaml = yaml(
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC','descriptorCount':1},{'binding':1,'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','descriptorCount':2}]},'pSetLayout':40",
                "vkCreatePipelineLayout|'pCreateInfo':{'pSetLayouts':[40]},'pPipelineLayout':41",
                "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'module':42,'pName':'main'},'layout':41}],'pPipelines':[43]",
                "vkAllocateDescriptorSets|'pAllocateInfo':{'pSetLayouts':[40]},'pDescriptorSets':[44]",
                "vkUpdateDescriptorSets|'pDescriptorWrites':[{'dstSet':44,'dstBinding':0,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC','pBufferInfo':[{'buffer':5,'offset':0,'range':102}]},"
                        + "{'dstSet':44,'dstBinding':1,'dstArrayElement':1,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER','pBufferInfo':[{'buffer':5,'offset':1024,'range':18446744073709551615}]}]",
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':43",
                "vkCmdBindDescriptorSets|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','layout':41,'firstSet':0,'pDescriptorSets':[44],'pDynamicOffsets':[256]",
                "vkCmdDispatch|'commandBuffer':16,'groupCountX':2,'groupCountY':1,'groupCountZ':1",
                "vkCmdDispatch|'commandBuffer':16,'groupCountX':2,'groupCountY':1,'groupCountZ':1",
                SUBMIT);
        assertThat(yaml)
                .contains("bindings: {s0b0: storage, s0b1e1: uniform}")
                .contains("s0b0: {buffer: buffer5, offset: 256, size: 102}")
                .contains("s0b1e1: {buffer: buffer5, offset: 1024, size: 3072}")
                .contains("params: {total: 128, s0b0_count: 25, s0b0_tail: 2, s0b1e1_count: 768}")
                .contains("store.u8 s0b0[j]")
                .contains("approximate: true")
                .doesNotContain("shader42_2");
    }

    @Test
    void an_indirect_dispatch_takes_its_counts_from_what_the_device_wrote() {
        String yaml = yaml(
                FILL.replace("'data':7", "'data':2"),
                "vkCreateComputePipelines|'pCreateInfos':[{'stage':{'module':42,'pName':'main'},'layout':41}],'pPipelines':[43]",
                "vkCreateDescriptorSetLayout|'pCreateInfo':{'pBindings':[{'binding':0,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','descriptorCount':1}]},'pSetLayout':40",
                "vkCmdBindPipeline|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','pipeline':43",
                "vkCmdPushDescriptorSetKHR|'commandBuffer':16,'pipelineBindPoint':'VK_PIPELINE_BIND_POINT_COMPUTE','layout':41,'set':0,'pDescriptorWrites':[{'dstBinding':0,'dstArrayElement':0,'descriptorCount':1,'descriptorType':'VK_DESCRIPTOR_TYPE_STORAGE_BUFFER','pBufferInfo':[{'buffer':5,'offset':0,'range':64}]}]",
                "vkCmdDispatchIndirect|'commandBuffer':16,'buffer':5,'offset':16",
                SUBMIT);
        assertThat(yaml).contains("buffer: buffer5").contains("total: 512");
    }
}
