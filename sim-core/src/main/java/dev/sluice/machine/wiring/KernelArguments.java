// SPDX-License-Identifier: Apache-2.0
package dev.sluice.machine.wiring;

import dev.sluice.machine.fault.StreamException;
import dev.sluice.program.Bound;
import dev.sluice.program.BufferRange;
import dev.sluice.program.Origin;
import dev.sluice.program.image.ImageView;
import dev.sluice.program.kernel.KernelProgram;
import dev.sluice.program.kind.UnknownKindException;
import dev.sluice.program.sync.AddressRange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a command binds to a kernel, as the compute units take it. */
final class KernelArguments {

    final long[] addresses;
    final long[] sizes;
    final @Nullable ImageView[] views;
    final long[] parameters;

    /**
     * Looks up bindings and parameters in the kernel's order.
     *
     * @throws StreamException if a binding is missing
     */
    KernelArguments(
            Bindings bindings,
            KernelProgram program,
            Map<String, Bound> bound,
            Map<String, Long> given,
            Origin origin) {
        int count = program.bindings().size();
        addresses = new long[count];
        sizes = new long[count];
        views = new ImageView[count];
        for (int i = 0; i < count; i++) {
            String name = program.bindings().get(i).name();
            Bound what = bound.get(name);
            if (what == null) {
                throw new StreamException(origin, "kernel " + program.name() + " needs something bound to " + name);
            }
            ImageView view = bindings.view(what);
            views[i] = view;
            if (view != null) {
                addresses[i] = view.surface().base();
                sizes[i] = view.size();
            } else if (what instanceof BufferRange range) {
                AddressRange where = bindings.addresses(range);
                addresses[i] = where.address();
                sizes[i] = where.size();
            } else {
                throw new UnknownKindException(what);
            }
        }
        parameters = program.parameters().stream()
                .mapToLong(name -> given.getOrDefault(name, 0L))
                .toArray();
    }
}
