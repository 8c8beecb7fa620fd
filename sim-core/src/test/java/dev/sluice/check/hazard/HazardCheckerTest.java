// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.hazard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.check.order.Amendments;
import dev.sluice.check.trace.AccessTrace;
import dev.sluice.check.trace.DependencyId;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.program.BufferRange;
import dev.sluice.program.HostOperation;
import dev.sluice.program.Origin;
import dev.sluice.program.SemaphoreOperation;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.image.Aspect;
import dev.sluice.program.image.ImageLayout;
import dev.sluice.program.image.Tiling;
import dev.sluice.program.kernel.BindingKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One rule each; what the differential test cannot reach: images, other memory, displays, what a hazard says. */
final class HazardCheckerTest {

    private static Streams streams() {
        return new Streams().buffers("a", "b", "c");
    }

    @Test
    void should_name_both_commands_the_bytes_and_the_half_of_a_read_after_write() {
        Hazard hazard = streams()
                .fill("b", 32, 64)
                .barrier("CLEAR>COPY")
                .copy("b", 64, "c", 0, 128)
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.READ_AFTER_WRITE);
        assertThat(hazard.prior().id()).isEqualTo("submit0.0");
        assertThat(hazard.current().id()).isEqualTo("submit0.2");
        assertThat(hazard.resource()).isEqualTo("b");
        assertThat(hazard.offset()).isEqualTo(64);
        assertThat(hazard.size()).isEqualTo(32);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.AVAILABILITY);
        assertThat(Proposed.scopes(hazard.cure())).containsExactly("CLEAR", "TRANSFER_WRITE", "COPY", "TRANSFER_READ");
        assertThat(Proposed.barrier(hazard.cure()).range()).isEqualTo(new BufferRange("b", 64, 32));
        assertThat(Proposed.place(hazard.cure())).isEqualTo("before submit0.2");
        assertThat(hazard.exact()).isTrue();
    }

    @Test
    void should_ask_for_visibility_where_only_that_is_missing() {
        assertThat(streams()
                        .fill("a")
                        .barrier("CLEAR/TRANSFER_WRITE>COPY")
                        .copy("a", "b")
                        .missing())
                .containsExactly(MissingHalf.VISIBILITY);
    }

    @Test
    void should_not_take_a_wait_of_graphics_for_one_of_transfers() {
        assertThat(streams()
                        .copy("a", "b")
                        .barrier("COPY>ALL_GRAPHICS")
                        .fill("a")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
        assertThat(streams()
                        .copy("a", "b")
                        .barrier("COPY>DRAW_INDIRECT")
                        .barrier("COPY>CLEAR")
                        .fill("a")
                        .missing())
                .isEmpty();
        assertThat(streams()
                        .copy("a", "b")
                        .barrier("COPY>DRAW_INDIRECT")
                        .barrier("BLIT>CLEAR")
                        .fill("a")
                        .missing())
                .containsExactly(MissingHalf.EXECUTION);
    }

    @Test
    void should_ask_for_visibility_to_the_write_that_overwrites() {
        Hazard hazard = streams()
                .copy("a", "b")
                .barrier("COPY/TRANSFER_WRITE>CLEAR")
                .fill("b")
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_WRITE);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.VISIBILITY_TO_WRITE);
        assertThat(hazard.dataRace()).isFalse();
        assertThat(Proposed.scopes(hazard.cure())).endsWith("CLEAR", "TRANSFER_WRITE");
    }

    @Test
    void should_be_content_with_order_where_somebody_has_read_the_write_that_is_overwritten() {
        assertThat(streams()
                        .copy("a", "b")
                        .barrier("COPY/TRANSFER_WRITE>COPY/TRANSFER_READ")
                        .copy("b", "c")
                        .barrier("COPY>CLEAR")
                        .fill("b")
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_tell_writes_that_race_from_those_that_lack_visibility_by_their_bytes() {
        HazardReport report = streams()
                .fill("b", 0, 64)
                .barrier("CLEAR/TRANSFER_WRITE>CLEAR")
                .fill("b", 64, 64)
                .fill("b", 0, 128)
                .check();

        assertThat(report.hazards())
                .extracting(Hazard::offset, Hazard::dataRace)
                .containsExactlyInAnyOrder(tuple(0L, false), tuple(64L, true));
        assertThat(report.raceFree()).isFalse();
    }

    @Test
    void should_cure_a_write_after_read_by_stages_alone() {
        Hazard hazard = streams().copy("a", "b").fill("a").check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_READ);
        assertThat(Proposed.scopes(hazard.cure())).containsExactly("COPY", "", "CLEAR", "");
        assertThat(Proposed.barrier(hazard.cure()).range()).isNull();
        assertThat(Proposed.place(hazard.cure())).isEqualTo("before submit0.1");
        assertThat(streams().copy("a", "b").barrier("COPY>CLEAR").fill("a").kinds())
                .isEmpty();
    }

    @Test
    void should_report_one_hazard_for_a_pair_of_commands_however_many_pieces_it_has() {
        Hazard hazard = streams()
                .fill("a", 0, 16)
                .fill("a", 64, 16)
                .barrier("CLEAR>COPY")
                .fill("b", 0, 4)
                .copy("a", "c")
                .check()
                .hazards()
                .get(0);

        assertThat(hazard.bytes()).isEqualTo(16);
    }

    @Test
    void should_find_hazards_between_buffers_that_share_bytes() {
        List<Hazard> hazards = new Streams()
                .bufferAt("x", "local", 0, 256)
                .bufferAt("y", "local", 128, 256)
                .buffer("z", "shared", 256)
                .fill("x")
                .copy("y", "z")
                .check()
                .hazards();

        assertThat(hazards).hasSize(1);
        assertThat(hazards.get(0).prior().resource()).isEqualTo("x");
        assertThat(hazards.get(0).resource()).isEqualTo("y");
        assertThat(hazards.get(0).offset()).isZero();
        assertThat(hazards.get(0).size()).isEqualTo(128);
    }

    @Test
    void should_tell_levels_of_an_image_apart() {
        Streams stream = new Streams().image("i", 16, 2, 1, Tiling.OPTIMAL, "local", 0);

        assertThat(stream.clear("i", 0, 1).clear("i", 1, 1).kinds()).isEmpty();
        assertThat(new Streams()
                        .image("i", 16, 2, 1, Tiling.OPTIMAL, "local", 0)
                        .clear("i", 0, 2)
                        .clear("i", 1, 1)
                        .check()
                        .hazards())
                .singleElement()
                .satisfies(hazard -> {
                    assertThat(hazard.kind()).isEqualTo(HazardKind.WRITE_AFTER_WRITE);
                    assertThat(hazard.subresource())
                            .isEqualTo(new Hazard.Subresource(
                                    dev.sluice.program.image.Aspect.COLOR, 1, 1, 0, 1, 0, 0, 8, 8, false));
                });
    }

    @Test
    void should_find_hazards_between_a_linear_image_and_a_buffer_over_its_bytes() {
        assertThat(new Streams()
                        .bufferAt("x", "local", 0, 64)
                        .image("i", 16, 1, 1, Tiling.LINEAR, "local", 0)
                        .clear("i", 0, 1)
                        .fill("x", 0, 64)
                        .kinds())
                .containsExactly(HazardKind.WRITE_AFTER_WRITE);
    }

    @Test
    void should_make_a_layout_transition_wait_for_its_first_half() {
        assertThat(new Streams()
                        .image("i")
                        .clear("i", 0, 1)
                        .transition("COPY/TRANSFER_WRITE>NONE", "i", ImageLayout.GENERAL, ImageLayout.READ_ONLY_OPTIMAL)
                        .kinds())
                .containsExactly(HazardKind.WRITE_AFTER_WRITE);
        assertThat(new Streams()
                        .image("i")
                        .clear("i", 0, 1)
                        .transition(
                                "CLEAR/TRANSFER_WRITE>NONE", "i", ImageLayout.GENERAL, ImageLayout.READ_ONLY_OPTIMAL)
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_make_a_layout_transition_of_an_alias_wait_for_the_other() {
        for (String spec : List.of("NONE>CLEAR/TRANSFER_WRITE", "COPY/TRANSFER_WRITE>CLEAR/TRANSFER_WRITE")) {
            assertThat(aliases(spec).missing()).containsExactly(MissingHalf.EXECUTION);
        }
        assertThat(aliases("CLEAR>CLEAR/TRANSFER_WRITE").missing()).containsExactly(MissingHalf.AVAILABILITY);
        assertThat(aliases("CLEAR/TRANSFER_WRITE>CLEAR/TRANSFER_WRITE").check().hazards())
                .isEmpty();
    }

    /** Two images in the same memory, one cleared after the other, with a transition and a later barrier between. */
    private static Streams aliases(String spec) {
        return new Streams()
                .image("i", 16, 1, 1, Tiling.OPTIMAL, "local", 0)
                .image("j", 16, 1, 1, Tiling.OPTIMAL, "local", 0)
                .clear("i", 0, 1)
                .transition(spec, "j", ImageLayout.UNDEFINED, ImageLayout.GENERAL)
                .barrier("CLEAR/TRANSFER_WRITE>CLEAR")
                .clear("j", 0, 1);
    }

    @Test
    void should_make_work_wait_for_a_layout_transition() {
        assertThat(new Streams()
                        .image("i")
                        .transition("NONE>COPY", "i", ImageLayout.UNDEFINED, ImageLayout.GENERAL)
                        .clear("i", 0, 1)
                        .kinds())
                .containsExactly(HazardKind.WRITE_AFTER_WRITE);
        assertThat(new Streams()
                        .image("i")
                        .transition("NONE>COPY", "i", ImageLayout.UNDEFINED, ImageLayout.GENERAL)
                        .barrier("COPY>CLEAR/TRANSFER_WRITE")
                        .clear("i", 0, 1)
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_order_queues_by_ownership_transfer() {
        assertThat(ownership(true).kinds()).isEmpty();
        assertThat(ownership(false).kinds()).contains(HazardKind.WRITE_RACING_WRITE);
    }

    private static Streams ownership(boolean semaphore) {
        Streams stream = streams().image("i").queue("transfer.0").clear("i", 0, 1);
        stream.transfer(
                "CLEAR/TRANSFER_WRITE>NONE",
                "i",
                ImageLayout.GENERAL,
                ImageLayout.SHADER_READ_ONLY_OPTIMAL,
                "transfer",
                "universal");
        if (semaphore) {
            stream.signals("s", "ALL_COMMANDS");
        }
        stream.submit().queue("universal.0");
        if (semaphore) {
            stream.waits("s", "ALL_COMMANDS");
        }
        stream.transfer(
                "NONE>COMPUTE_SHADER/SHADER_SAMPLED_READ",
                "i",
                ImageLayout.GENERAL,
                ImageLayout.SHADER_READ_ONLY_OPTIMAL,
                "transfer",
                "universal");
        return stream.kernel("look", Map.of("i", BindingKind.SAMPLED), 1, "v = load.u32 i[0]")
                .dispatch(
                        "look",
                        1,
                        Map.of(
                                "i",
                                new dev.sluice.program.ImageBinding(
                                        "i", Set.of(Aspect.COLOR), 0, 1, 0, 1, ImageLayout.SHADER_READ_ONLY_OPTIMAL)),
                        Map.of());
    }

    @Test
    void should_not_take_a_timelines_earlier_value_for_the_signal() {
        Streams late = streams()
                .fill("a")
                .signalsTimeline("t", 2, "ALL_COMMANDS")
                .submit()
                .queue("universal.1")
                .waitsTimeline("t", 1, "ALL_COMMANDS");
        assertThat(late.fill("a").kinds()).isEmpty();
    }

    @Test
    void should_ask_for_a_flush_of_non_coherent_memory() {
        assertThat(cached().hostWrite("x", 0, 64).copy("x", 0, "y", 0, 64).missing())
                .containsExactly(MissingHalf.FLUSH);
        assertThat(cached().hostWrite("x", 0, 64)
                        .flush("cached", 0, 64)
                        .copy("x", 0, "y", 0, 64)
                        .missing())
                .isEmpty();
    }

    private static Streams cached() {
        return new Streams().buffer("x", "cached", 256).buffer("y", "local", 256);
    }

    @Test
    void should_ask_for_a_domain_operation_and_an_invalidation_before_the_host_reads() {
        assertThat(cached().fill("x")
                        .submit("f")
                        .waitFence("f")
                        .hostRead("x", 0, 4)
                        .missing())
                .containsExactly(MissingHalf.HOST_DOMAIN);
        assertThat(cached().fill("x")
                        .barrier("CLEAR/TRANSFER_WRITE>HOST/HOST_READ")
                        .submit("f")
                        .waitFence("f")
                        .hostRead("x", 0, 4)
                        .missing())
                .containsExactly(MissingHalf.INVALIDATE);
        assertThat(cached().fill("x")
                        .barrier("CLEAR/TRANSFER_WRITE>HOST/HOST_READ")
                        .submit("f")
                        .waitFence("f")
                        .invalidate("cached", 0, 64)
                        .hostRead("x", 0, 4)
                        .missing())
                .isEmpty();
    }

    @Test
    void should_find_host_and_device_in_one_atom() {
        assertThat(cached().hostWrite("x", 0, 32).fill("x", 32, 32).missing()).containsExactly(MissingHalf.ATOM);
        assertThat(cached().hostWrite("x", 0, 32).fill("x", 64, 32).missing()).isEmpty();
        assertThat(cached().hostWrite("x", 0, 32)
                        .flush("cached", 0, 64)
                        .fill("x", 32, 32)
                        .missing())
                .isEmpty();
    }

    private static String atom(Streams stream) {
        List<Hazard> hazards = stream.check().hazards();
        assertThat(hazards).hasSize(1);
        assertThat(hazards.get(0).missing()).isEqualTo(MissingHalf.ATOM);
        return ((Cure.Note) hazards.get(0).cure()).words();
    }

    @Test
    void should_say_how_host_and_device_can_write_in_one_atom() {
        assertThat(atom(cached().hostWrite("x", 0, 32).fill("x", 32, 32)))
                .endsWith("64 bytes apart, or flush what the host wrote before the device writes beside it");
        assertThat(atom(cached().fill("x", 32, 32).submit("f").waitFence("f").hostWrite("x", 0, 32)))
                .contains("64 bytes apart, or have the host see what the device wrote")
                .contains("HOST/HOST_READ", "a fence", "an invalidation");
        assertThat(cached().fill("x", 32, 32)
                        .barrier("CLEAR/TRANSFER_WRITE>HOST/HOST_READ")
                        .submit("f")
                        .waitFence("f")
                        .invalidate("cached", 0, 64)
                        .hostWrite("x", 0, 32)
                        .missing())
                .isEmpty();
    }

    @Test
    void should_ask_the_host_to_wait() {
        Streams stream =
                new Streams().buffer("x", "shared", 256).fill("x").barrier("CLEAR/TRANSFER_WRITE>HOST/HOST_READ");

        Hazard hazard = stream.submit().hostRead("x", 0, 4).check().hazards().get(0);

        assertThat(hazard.kind()).isEqualTo(HazardKind.READ_RACING_WRITE);
        assertThat(hazard.missing()).isEqualTo(MissingHalf.FENCE);
    }

    @Test
    void should_find_races_of_host_threads() {
        assertThat(new Streams()
                        .buffer("x", "shared", 256)
                        .hostWrite("x", 0, 8)
                        .thread("other")
                        .hostWrite("x", 4, 8)
                        .kinds())
                .containsExactly(HazardKind.WRITE_RACING_WRITE);
    }

    @Test
    void should_order_host_threads_by_a_timeline_semaphore() {
        Origin at = Origin.at("test");
        assertThat(new Streams()
                        .buffer("x", "shared", 256)
                        .hostWrite("x", 0, 8)
                        .host(new HostOperation.SignalSemaphore(at, "t", 1))
                        .thread("other")
                        .host(new HostOperation.WaitSemaphores(at, List.of(new SemaphoreOperation("t", 1, true, 0))))
                        .hostWrite("x", 4, 8)
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_order_the_present_and_the_next_write_by_semaphores() {
        assertThat(presented(false, true).kinds()).containsExactly(HazardKind.PRESENT_AFTER_WRITE);
        assertThat(presented(true, false).kinds()).containsExactly(HazardKind.WRITE_AFTER_PRESENT);
        assertThat(presented(true, true).kinds()).isEmpty();
    }

    @Test
    void should_tell_of_a_missing_order_behind_an_images_first_acquisition_and_call_it_no_hazard() {
        assertThat(acquiredFirst("COLOR_ATTACHMENT_OUTPUT>CLEAR").check().orders())
                .isEmpty();
        HazardReport unordered = acquiredFirst("NONE>CLEAR").check();
        assertThat(unordered.hazards()).isEmpty();
        assertThat(unordered.orders()).extracting(Hazard::kind).containsExactly(HazardKind.WRITE_AFTER_PRESENT);
        assertThat(unordered.orders().get(0).prior().what()).isEqualTo("the display may have shown it before");
    }

    /** An image's first frame: the wait for its acquisition, which the barrier before its first use takes up or not. */
    private static Streams acquiredFirst(String barrier) {
        return new Streams()
                .image("i")
                .host(new HostOperation.AcquireNextImage(Origin.at("test"), "i", "free", null))
                .waits("free", "COLOR_ATTACHMENT_OUTPUT")
                .barrier(barrier)
                .clear("i", 0, 1);
    }

    private static Streams presented(boolean before, boolean after) {
        Origin at = Origin.at("test");
        Streams stream = new Streams().image("i").clear("i", 0, 1);
        if (before) {
            stream.signals("drawn", "ALL_COMMANDS");
        }
        stream.submit()
                .host(new HostOperation.QueuePresent(
                        at,
                        "universal.0",
                        before ? List.of(new SemaphoreOperation("drawn", 0, false, 0)) : List.of(),
                        List.of("i")))
                .host(new HostOperation.AcquireNextImage(at, "i", "free", null));
        if (after) {
            stream.waits("free", "CLEAR");
        }
        return stream.barrier("CLEAR/TRANSFER_WRITE>CLEAR").clear("i", 0, 1);
    }

    @Test
    void should_not_judge_atomics_against_each_other() {
        assertThat(atomics("COMPUTE_SHADER>COMPUTE_SHADER", false).kinds()).isEmpty();
        assertThat(atomics("COMPUTE_SHADER>COMPUTE_SHADER", true).kinds()).containsExactly(HazardKind.READ_AFTER_WRITE);
    }

    private static Streams atomics(String barrier, boolean read) {
        return new Streams()
                .buffer("x", "local", 256)
                .kernel("count", Map.of("x", BindingKind.STORAGE), 1, "atomic.add.u32 x[0], 1")
                .kernel("look", Map.of("x", BindingKind.STORAGE), 1, "v = load.u32 x[0]")
                .dispatch("count", 1, Map.of("x", new BufferRange("x", 0, 256)), Map.of())
                .barrier(barrier)
                .dispatch(read ? "look" : "count", 1, Map.of("x", new BufferRange("x", 0, 256)), Map.of());
    }

    @Test
    void should_compare_what_changes_bytes_with_reads_before_its_own() {
        Map<String, dev.sluice.program.Bound> bound = Map.of("x", new BufferRange("x", 0, 256));
        Streams stream = new Streams()
                .buffer("x", "local", 256)
                .kernel("look", Map.of("x", BindingKind.STORAGE), 1, "v = load.u32 x[0]")
                .kernel("next", Map.of("x", BindingKind.STORAGE), 1, "v = load.u32 x[0]\nstore.u32 x[0] = v + 1")
                .dispatch("look", 1, bound, Map.of())
                .dispatch("next", 1, bound, Map.of());

        assertThat(stream.kinds()).containsExactly(HazardKind.WRITE_AFTER_READ);
    }

    @Test
    void should_name_the_newest_read_alone() {
        Map<String, dev.sluice.program.Bound> bound = Map.of("x", new BufferRange("x", 0, 256));
        Streams stream = new Streams()
                .buffer("x", "local", 256)
                .kernel("look", Map.of("x", BindingKind.STORAGE), 1, "v = load.u32 x[0]")
                .dispatch("look", 1, bound, Map.of())
                .dispatch("look", 1, bound, Map.of())
                .fill("x");

        assertThat(stream.check().hazards())
                .extracting(hazard -> hazard.prior().id())
                .containsExactly("submit0.1");
    }

    @Test
    void should_know_which_bytes_a_dispatch_accesses() {
        Streams stream = new Streams()
                .buffer("x", "local", 4096)
                .kernel("odd", Map.of("x", BindingKind.STORAGE), 64, "store.u32 x[2 * gid + base] = gid", "base");
        Map<String, dev.sluice.program.Bound> bound = Map.of("x", new BufferRange("x", 0, 4096));

        assertThat(stream.dispatch("odd", 8, bound, Map.of("base", 0L))
                        .dispatch("odd", 8, bound, Map.of("base", 1L))
                        .kinds())
                .isEmpty();
    }

    @Test
    void should_take_the_whole_binding_where_memory_decides_the_index() {
        Map<String, dev.sluice.program.Bound> bound = Map.of("x", new BufferRange("x", 0, 4096));
        List<Hazard> hazards = new Streams()
                .buffer("x", "local", 4096)
                .kernel("scatter", Map.of("x", BindingKind.STORAGE), 1, "i = load.u32 x[0]\nstore.u32 x[i] = 1")
                .dispatch("scatter", 1, bound, Map.of())
                .barrier("COMPUTE_SHADER>CLEAR")
                .fill("x", 4000, 4)
                .check()
                .hazards();

        assertThat(hazards)
                .singleElement()
                .satisfies(hazard -> assertThat(hazard.exact()).isFalse());
    }

    @Test
    void should_check_again_without_a_barrier_or_with_another() {
        AccessTrace trace = AccessTrace.of(
                streams()
                        .fill("a")
                        .barrier("CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ")
                        .copy("a", "b")
                        .build(),
                Streams.DEVICE);
        DependencyId id = trace.dependencies().get(0).id();

        assertThat(id).isEqualTo(new DependencyId(DependencyId.Kind.BARRIER, "submit0.1", 0));
        assertThat(HazardChecker.check(trace).clean()).isTrue();
        assertThat(HazardChecker.check(trace, Amendments.NONE.without(id)).clean())
                .isFalse();
        assertThat(HazardChecker.check(trace, Amendments.NONE.replacing(id, Streams.spec("CLEAR/TRANSFER_WRITE>COPY")))
                        .clean())
                .isFalse();
        assertThat(HazardChecker.check(
                                trace,
                                Amendments.NONE
                                        .without(id)
                                        .adding("submit0.2", Streams.spec("CLEAR/TRANSFER_WRITE>COPY/TRANSFER_READ@a")))
                        .clean())
                .isTrue();
    }

    @Test
    void should_say_that_a_wait_never_ends() {
        HazardReport report = streams()
                .waitsTimeline("never", 1, "ALL_COMMANDS")
                .fill("a")
                .submit()
                .check();

        assertThat(report.clean()).isTrue();
        assertThat(report.notes()).singleElement().asString().contains("never comes");
    }
}
