// SPDX-License-Identifier: Apache-2.0
package dev.sluice.spark;

import dev.sluice.Sluice;
import dev.sluice.cli.input.SharedInputs;
import dev.sluice.cli.sweep.Point;
import dev.sluice.cli.sweep.PointFunction;
import dev.sluice.cli.sweep.PointRecord;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.TaskContext;
import scala.runtime.AbstractFunction2;

/**
 * Runs the points of a partition where Spark puts it, and gives the lines of a journal.
 *
 * <p>Inputs are read once a process; they have to lie where the driver has them, on a file system that all machines share.
 */
final class PointTask extends AbstractFunction2<TaskContext, scala.collection.Iterator<Point>, String[]>
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** What the points of this process share. */
    private static final class Worker {
        static final PointFunction FUNCTION = new PointFunction(new SharedInputs(), Sluice::simulation, Sluice::replay);

        private Worker() {}
    }

    @Override
    public String[] apply(TaskContext context, scala.collection.Iterator<Point> points) {
        List<String> lines = new ArrayList<>();
        Iterator<Point> each = scala.jdk.javaapi.CollectionConverters.asJava(points);
        while (each.hasNext()) {
            PointRecord record = Worker.FUNCTION.apply(each.next());
            if (record == null) {
                throw new IllegalStateException("interrupted");
            }
            lines.add(record.line());
        }
        return lines.toArray(String[]::new);
    }
}
