// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.testing.Proposed;
import dev.sluice.program.HostOperation;
import dev.sluice.program.MemoryRange;
import dev.sluice.program.edit.Cure;
import dev.sluice.result.RunFinding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DiagnosisTest {

    private static final long X = TruthRig.BASE;
    private final TruthRig rig = new TruthRig();
    private final Agent init = rig.copy("submit0.0");
    private final Agent shader = rig.compute("submit0.1");
    private final Agent copy = rig.copy("submit0.3");
    private final Agent otherShader = rig.compute("submit0.4");
    private final Agent hostRead = rig.host("host.5");

    private RunFinding.StaleRead stale(Agent writer, Agent reader, Client client, String servedBy) {
        rig.ordered(init, writer, reader);
        rig.write(init, X, 4, 1);
        rig.write(writer, X, 4, 2);
        rig.read(rig.request(Request.READ, client, reader, X, 4, 1, init.id()), servedBy);
        return rig.findings.staleReads().get(0);
    }

    @Test
    void should_miss_a_flush_of_l2_when_a_transfer_reads_memory_behind_it() {
        rig.cache("l2[0]", "L2", X, shader.id(), true);

        RunFinding.StaleRead stale = stale(shader, copy, Client.TRANSFER, "vram");

        assertThat(stale.missing()).isEqualTo("flush:L2");
        assertThat(stale.heldIn()).isEqualTo("l2[0]");
        assertThat(Proposed.scopes(stale.suggestion()))
                .containsExactly("COMPUTE_SHADER", "SHADER_STORAGE_WRITE", "COPY", "TRANSFER_READ");
        assertThat(Proposed.place(stale.suggestion())).isEqualTo("after submit0.1, before submit0.3");
    }

    @Test
    void should_miss_an_invalidation_of_a_stale_l1() {
        rig.cacheOnPath("l1[1]", "L1", X, init.id(), false);
        rig.cacheOnPath("l2[0]", "L2", X, shader.id(), true);

        RunFinding.StaleRead stale = stale(shader, otherShader, Client.STORAGE, "l1[1]");

        assertThat(stale.missing()).isEqualTo("invalidate:L1");
        assertThat(stale.heldIn()).isEqualTo("l1[1]");
        assertThat(Proposed.scopes(stale.suggestion()))
                .containsExactly("COMPUTE_SHADER", "SHADER_STORAGE_WRITE", "COMPUTE_SHADER", "SHADER_STORAGE_READ");
    }

    @Test
    void should_miss_invalidations_from_the_memory_upwards() {
        rig.cacheOnPath("l1[1]", "L1", X, init.id(), false);
        rig.cacheOnPath("l2[0]", "L2", X, init.id(), false);

        rig.inMemory = copy.id();

        RunFinding.StaleRead stale = stale(copy, otherShader, Client.STORAGE, "l1[1]");

        assertThat(stale.missing()).isEqualTo("invalidate:L2, invalidate:L1");
        assertThat(Proposed.scopes(stale.suggestion()))
                .containsExactly("COPY", "TRANSFER_WRITE", "COMPUTE_SHADER", "SHADER_STORAGE_READ");
    }

    @Test
    void should_miss_a_flush_of_one_cache_and_an_invalidation_of_another() {
        rig.cache("l2[0]", "L2", X, shader.id(), true);
        rig.cacheOnPath("tex[0]", "TEX", X, init.id(), false);

        RunFinding.StaleRead stale = stale(shader, otherShader, Client.SAMPLED, "tex[0]");

        assertThat(stale.missing()).isEqualTo("flush:L2, invalidate:TEX");
        assertThat(stale.heldIn()).isEqualTo("tex[0]");
    }

    @Test
    void should_name_an_action_once_though_several_instances_lacked_it() {
        rig.cache("l1[0]", "L1", X, shader.id(), true);
        rig.cache("l1[2]", "L1", X, shader.id(), true);

        assertThat(stale(shader, copy, Client.TRANSFER, "vram").missing()).isEqualTo("flush:L1");
    }

    @Test
    void should_not_blame_a_cache_that_holds_the_newest_bytes_clean() {
        rig.cacheOnPath("l1[1]", "L1", X, init.id(), false);
        rig.cache("l1[0]", "L1", X, shader.id(), false);

        assertThat(stale(shader, otherShader, Client.STORAGE, "l1[1]").missing())
                .isEqualTo("invalidate:L1");
    }

    @Test
    void should_say_that_the_write_was_lost_when_no_cache_holds_anything() {
        RunFinding.StaleRead stale = stale(shader, copy, Client.TRANSFER, "vram");

        assertThat(stale.missing()).isEqualTo("the write was lost before it could be read");
        assertThat(stale.heldIn()).isEqualTo("memory");
        assertThat(Proposed.note(stale.suggestion())).startsWith("see lostWrites");
    }

    @Test
    void should_say_that_the_bytes_came_too_late_when_memory_has_them_by_now() {
        rig.inMemory = shader.id();

        assertThat(stale(shader, copy, Client.TRANSFER, "vram").missing())
                .isEqualTo("availability: the write reached memory after the read");
    }

    @Test
    void should_suggest_a_host_read_barrier_when_the_host_reads_behind_l2() {
        rig.cache("l2[0]", "L2", X, shader.id(), true);

        RunFinding.StaleRead stale = stale(shader, hostRead, Client.HOST, "ram");

        assertThat(stale.missing()).isEqualTo("flush:L2");
        assertThat(Proposed.scopes(stale.suggestion()))
                .containsExactly("COMPUTE_SHADER", "SHADER_STORAGE_WRITE", "HOST", "HOST_READ");
    }

    @Test
    void should_miss_a_host_flush_when_dirty_host_lines_hide_the_write() {
        Agent hostWrite = rig.host("host.0");
        rig.cache("host.l1", Diagnosis.HOST_ROLE, X, hostWrite.id(), true);

        RunFinding.StaleRead stale = stale(hostWrite, shader, Client.STORAGE, "ram");

        assertThat(stale.missing()).isEqualTo("flushMappedMemoryRanges");
        assertThat(stale.heldIn()).isEqualTo("host.l1");
        assertThat(Proposed.flushed(stale.suggestion())).isEqualTo(new MemoryRange("local", 4096, 512));
        assertThat(Proposed.place(stale.suggestion())).isEqualTo("after host.0");
    }

    @Test
    void should_miss_a_store_fence_when_a_combining_buffer_holds_the_write() {
        Agent hostWrite = rig.host("host.0");
        rig.cache("host.wc", "HOST_WRITE_COMBINING", X, hostWrite.id(), true);

        RunFinding.StaleRead stale = stale(hostWrite, shader, Client.STORAGE, "ram");

        assertThat(stale.missing()).isEqualTo("storeFence");
        assertThat(Proposed.operation(stale.suggestion())).isInstanceOf(HostOperation.StoreFence.class);
        assertThat(Proposed.place(stale.suggestion())).isEqualTo("after host.0");
    }

    @Test
    void should_miss_a_host_invalidation_when_host_lines_are_stale() {
        rig.cacheOnPath("host.l1", Diagnosis.HOST_ROLE, X, init.id(), false);

        rig.inMemory = shader.id();

        RunFinding.StaleRead stale = stale(shader, hostRead, Client.HOST, "host.l1");

        assertThat(stale.missing()).isEqualTo("invalidateMappedMemoryRanges");
        assertThat(Proposed.invalidated(stale.suggestion())).isEqualTo(new MemoryRange("local", 4096, 512));
        assertThat(Proposed.place(stale.suggestion())).isEqualTo("before host.5");
    }

    @Test
    void should_round_suggested_ranges_to_the_non_coherent_atom() {
        TruthRig odd = new TruthRig();
        odd.resources.addMemory("odd", 0x20_000, 0x1000);
        odd.resources.addBuffer("b", 0x20_000 + 100, 30, "odd", 0x20_000);
        Agent before = odd.host("host.0");
        Agent reader = odd.compute("submit0.0");
        odd.ordered(before, reader);
        odd.cache("host.l1", Diagnosis.HOST_ROLE, 0x20_000 + 100, before.id(), true);
        odd.write(before, 0x20_000 + 100, 4, 2);

        odd.read(reader, 0x20_000 + 100, 4, 0, AgentTable.NOBODY);

        assertThat(Proposed.flushed(odd.findings.staleReads().get(0).suggestion()))
                .isEqualTo(new MemoryRange("odd", 64, 128));
    }

    @Test
    void should_miss_an_invalidation_when_a_store_went_into_a_stale_line() {
        rig.cache("l2[0]", "L2", X, shader.id(), true);
        rig.ordered(init, copy, otherShader);
        Request writeBack = lineOf(init, otherShader);

        rig.writeBack(writeBack, copy.id(), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.missing()).isEqualTo("invalidate:L2");
        assertThat(Proposed.scopes(lost.suggestion()))
                .containsExactly("COPY", "TRANSFER_WRITE", "COMPUTE_SHADER", "SHADER_STORAGE_WRITE");
        assertThat(Proposed.place(lost.suggestion())).isEqualTo("before submit0.4");
    }

    @Test
    void should_miss_a_flush_when_a_dirty_line_came_down_after_a_later_write() {
        rig.cache("l2[0]", "L2", X, shader.id(), true);
        rig.ordered(init, shader, copy);
        Request writeBack = lineOf(init, shader);

        rig.writeBack(writeBack, copy.id(), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.missing()).isEqualTo("flush:L2");
        assertThat(Proposed.scopes(lost.suggestion()))
                .containsExactly("COMPUTE_SHADER", "SHADER_STORAGE_WRITE", "COPY", "TRANSFER_WRITE");
        assertThat(Proposed.place(lost.suggestion())).isEqualTo("before submit0.3");
    }

    @Test
    void should_name_line_sharing_when_nothing_orders_the_writers_of_a_line() {
        rig.cache("l2[0]", "L2", X, shader.id(), true);
        rig.ordered(init, shader);
        rig.ordered(init, copy);
        Request writeBack = lineOf(init, shader);

        rig.writeBack(writeBack, copy.id(), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.missing()).isEqualTo("LINE_SHARING");
        assertThat(lost.suggestion()).isEqualTo(new Cure.SeparateLines(lost.writer(), shader.name(), "l2"));
    }

    @Test
    void should_miss_a_host_invalidation_when_the_host_stored_into_a_stale_line() {
        Agent hostWrite = rig.host("host.6");
        rig.cache("host.l1", Diagnosis.HOST_ROLE, X, hostWrite.id(), true);
        rig.ordered(init, copy, hostWrite);
        Request writeBack = hostLineOf(init, hostWrite);

        rig.writeBack(writeBack, copy.id(), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.heldIn()).isEqualTo("host.l1");
        assertThat(lost.missing()).isEqualTo("invalidateMappedMemoryRanges");
        assertThat(Proposed.invalidated(lost.suggestion())).isEqualTo(new MemoryRange("local", 4096, 512));
    }

    @Test
    void should_miss_a_host_flush_when_the_hosts_line_came_down_after_the_devices_write() {
        Agent hostWrite = rig.host("host.6");
        rig.cache("host.l1", Diagnosis.HOST_ROLE, X, hostWrite.id(), true);
        rig.ordered(init, hostWrite, copy);
        Request writeBack = hostLineOf(init, hostWrite);

        rig.writeBack(writeBack, copy.id(), 2);

        assertThat(rig.findings.lostWrites().get(0).missing()).isEqualTo("flushMappedMemoryRanges");
    }

    @Test
    void should_ask_for_separation_when_host_and_device_write_one_atom_without_order() {
        Agent hostWrite = rig.host("host.6");
        rig.cache("host.l1", Diagnosis.HOST_ROLE, X, hostWrite.id(), true);
        rig.ordered(init, copy);
        rig.ordered(init, hostWrite);
        Request writeBack = hostLineOf(init, hostWrite);

        rig.writeBack(writeBack, copy.id(), 2);

        RunFinding.LostWrite lost = rig.findings.lostWrites().get(0);
        assertThat(lost.missing()).contains("nonCoherentAtomSize (64 bytes)");
        assertThat(lost.suggestion()).isInstanceOf(Cure.Note.class);
    }

    /** A sector of {@code old} bytes whose last four were stored by {@code dirtier}, written back by l2[0]. */
    private Request lineOf(Agent old, Agent dirtier) {
        Request request = rig.request(Request.WRITE, Client.MAINTENANCE, old, X, 32, 1, old.id());
        for (int b = 28; b < 32; b++) {
            java.util.Objects.requireNonNull(request.payload).setByteVersion(b, dirtier.id());
        }
        request.flags = Request.WRITE_BACK;
        request.replyTo(new TruthRig.Named("l2[0]"), 0, 0);
        return request;
    }

    private Request hostLineOf(Agent old, Agent dirtier) {
        Request request = lineOf(old, dirtier);
        request.client = (byte) Client.HOST.ordinal();
        request.replyTo(new TruthRig.Named("host"), 0, 0);
        return request;
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void should_name_a_real_access_for_every_client(Client client) {
        rig.cache("l2[0]", "L2", X, shader.id(), true);

        assertThat(Proposed.scopes(stale(shader, otherShader, client, "vram").suggestion())
                        .get(3))
                .containsPattern("_READ(_KHR)?$");
    }

    @Test
    void should_strip_the_instance_from_a_caches_name() {
        assertThat(Diagnosis.node("l1[3]")).isEqualTo("l1");
        assertThat(Diagnosis.node("l2")).isEqualTo("l2");
    }
}
