// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.machine.request.AtomicOperands;
import dev.sluice.machine.request.Request;
import dev.sluice.machine.request.RequestPool;
import dev.sluice.machine.request.VersionBundles;
import dev.sluice.machine.trace.Entrance;
import dev.sluice.machine.trace.TraceAtomic;
import dev.sluice.machine.trace.TraceKind;
import dev.sluice.machine.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which requests an access of a trace becomes. */
final class TraceRequestsTest {

    private static final int LINE = 256;

    private final TraceRequests requests = new TraceRequests(new RequestPool(false), null, 1, new VersionBundles());
    private final TraceRecord access = new TraceRecord();

    private List<Request> made() {
        List<Request> made = new ArrayList<>();
        assertThat(requests.of(access, LINE, made::add)).isEqualTo(made.size());
        return made;
    }

    private Request one() {
        List<Request> made = made();
        assertThat(made).hasSize(1);
        return made.get(0);
    }

    @Test
    void a_compute_units_request_begins_with_its_line() {
        access.access(TraceKind.READ, 0x1F0, 8);
        Request request = one();
        assertThat(request.address).isEqualTo(0x100);
        assertThat(request.sectors).isEqualTo((short) (1 << 7));
        assertThat(request.firstByte()).isEqualTo(0xF0);
        assertThat(request.byteCount()).isEqualTo(8);
    }

    @Test
    void requests_of_others_begin_with_their_first_sector() {
        access.access(TraceKind.READ, 0x1F0, 8);
        access.entrance = Entrance.TRANSFER;
        Request request = one();
        assertThat(request.address).isEqualTo(0x1E0);
        assertThat(request.sectors).isEqualTo((short) 1);
        assertThat(request.firstByte()).isEqualTo(0x10);
    }

    @Test
    void an_access_across_lines_is_a_request_for_each() {
        access.access(TraceKind.WRITE, 0x1F8, 16);
        List<Request> made = made();
        assertThat(made).extracting(request -> request.address).containsExactly(0x100L, 0x200L);
        assertThat(made).extracting(Request::byteCount).containsExactly(8, 8);
    }

    @Test
    void bytes_with_holes_stay_where_they_are_in_the_line() {
        access.access(TraceKind.READ, 0x140, 96);
        access.masked = true;
        access.mask[0] = 0xF;
        access.mask[1] = 0xF0;
        Request request = one();
        assertThat(request.address).isEqualTo(0x100);
        assertThat(request.sectors).isEqualTo((short) (1 << 2 | 1 << 4));
        assertThat(request.byteMask(1)).isEqualTo(0xF);
        assertThat(request.byteMask(2)).isEqualTo(0xF0);
    }

    @Test
    void lanes_of_an_atomic_are_counted_from_where_the_request_begins() {
        access.access(TraceKind.ATOMIC, 0x1F8, 16);
        access.atomic = new TraceAtomic("ADD", TraceAtomic.Type.U32, List.of(24, 28, 32, 36));
        List<Request> made = made();
        assertThat(offsets(made.get(0))).containsExactly(0xF8, 0xFC);
        assertThat(offsets(made.get(1))).containsExactly(0, 4);
    }

    private static List<Integer> offsets(Request atomic) {
        AtomicOperands operands = atomic.newAtomics();
        List<Integer> offsets = new ArrayList<>();
        for (int i = 0; i < operands.count; i++) {
            offsets.add(operands.offsets[i]);
        }
        return offsets;
    }
}
