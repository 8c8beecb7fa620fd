// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.queue;

import static dev.sluice.machine.queue.Machine.HERE;
import static dev.sluice.machine.queue.Machine.barrier;
import static dev.sluice.machine.queue.Machine.dispatch;
import static dev.sluice.machine.queue.Machine.submit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.device.Client;
import dev.sluice.machine.request.Payload;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.SectorStore;
import dev.sluice.machine.truth.AccessChecker;
import dev.sluice.program.Command;
import dev.sluice.program.HostOperation;
import dev.sluice.program.image.MeantTexels;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.ImplicitPoint;
import dev.sluice.program.sync.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class HostReadNotesTest {

    private static final long COMPUTE = Stage.COMPUTE_SHADER.mask();
    private static final long HOST = Stage.HOST.mask();

    private final List<String> passedOn = new ArrayList<>();
    private final AccessChecker next = new AccessChecker() {
        @Override
        public boolean isMeant(long address, int sectors, SectorStore store, int slot) {
            return false;
        }

        @Override
        public void wrote(Request request) {
            passedOn.add("wrote");
        }

        @Override
        public void read(Request request, MeantTexels meant) {
            passedOn.add("read");
        }

        @Override
        public void overwrites(Request request, int sector, int mask, SectorStore store, int slot) {
            passedOn.add("overwrites");
        }
    };

    private List<String> notes(Profiles profile, String writer, long writerStage, Client client, Command... commands) {
        Machine machine = Machine.with(profile);
        machine.program(
                submit("universal.0", "f", commands),
                new HostOperation.WaitForFences(HERE, List.of("f"), true),
                new HostOperation.StoreFence(HERE));
        machine.engine.run();
        HostReadNotes notes = new HostReadNotes(next, machine.run);
        for (int i = 0; i < 2; i++) {
            Request read = new RequestPool(true).acquire();
            read.start(Request.READ, 0, 1, client.ordinal(), -1, machine.agent("host.2", HOST));
            read.coverSectors();
            payload(read).setVersion(0, machine.agent(writer, writerStage));
            notes.read(read);
        }
        return machine.run.notes();
    }

    private static Payload payload(Request request) {
        return Objects.requireNonNull(request.payload);
    }

    @Test
    void should_note_a_host_read_that_only_a_fence_protects() {
        List<String> notes = notes(Profiles.empty(), "submit0.0", COMPUTE, Client.HOST, dispatch(10));

        assertThat(notes).hasSize(1);
        assertThat(notes.get(0))
                .contains("host.2 reads what submit0.0 (dispatch k) wrote, with no HOST_READ barrier")
                .contains("profile hand, no implicit action");
    }

    @Test
    void should_name_the_fences_own_flush() {
        assertThat(notes(
                                Profiles.empty().implicit(ImplicitPoint.FENCE_SIGNAL, "flush:L2"),
                                "submit0.0",
                                COMPUTE,
                                Client.HOST,
                                dispatch(10))
                        .get(0))
                .contains("fence signal: flush:L2");
    }

    @Test
    void should_say_when_the_flush_is_assumed() {
        assertThat(notes(Profiles.empty().notExtracted(), "submit0.0", COMPUTE, Client.HOST, dispatch(10))
                        .get(0))
                .contains("assumed to flush everything at a submission's end");
    }

    @Test
    void should_note_nothing_after_a_host_read_barrier() {
        assertThat(notes(
                        Profiles.empty(),
                        "submit0.0",
                        COMPUTE,
                        Client.HOST,
                        dispatch(10),
                        barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), HOST, Access.HOST_READ.mask())))
                .isEmpty();
    }

    @Test
    void should_note_a_read_of_what_was_written_after_the_host_read_barrier() {
        assertThat(notes(
                        Profiles.empty(),
                        "submit0.1",
                        COMPUTE,
                        Client.HOST,
                        barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), HOST, Access.HOST_READ.mask()),
                        dispatch(10)))
                .hasSize(1);
    }

    @Test
    void should_note_a_read_behind_a_barrier_that_lacks_the_hosts_access() {
        assertThat(notes(
                        Profiles.empty(),
                        "submit0.0",
                        COMPUTE,
                        Client.HOST,
                        dispatch(10),
                        barrier(COMPUTE, Access.SHADER_STORAGE_WRITE.mask(), HOST, 0)))
                .hasSize(1);
    }

    @Test
    void should_note_nothing_of_a_devices_read() {
        assertThat(notes(Profiles.empty(), "submit0.0", COMPUTE, Client.STORAGE, dispatch(10)))
                .isEmpty();
    }

    @Test
    void should_note_nothing_of_what_the_host_wrote_itself() {
        assertThat(notes(Profiles.empty(), "host.0", HOST, Client.HOST, dispatch(10)))
                .isEmpty();
    }

    @Test
    void should_pass_everything_on() {
        Machine machine = Machine.with(Profiles.empty());
        HostReadNotes notes = new HostReadNotes(next, machine.run);
        Request request = new RequestPool(true).acquire();
        request.start(Request.READ, 0, 1, Client.STORAGE.ordinal(), -1, 0);

        notes.wrote(request);
        notes.read(request);
        notes.overwrites(request, 0, 1, new SectorStore(1), 0);

        assertThat(passedOn).containsExactly("wrote", "read", "overwrites");
    }
}
