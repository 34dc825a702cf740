// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Base } from "../Base.t.sol";

contract CancelTask is Base {
    function act(uint256 id) private {
        escrow.cancelTask(id);
    }

    function test_RevertGiven_TheTaskIsNotFunded() public {
        assertOnlyIn(only(ITaskEscrow.State.Funded), poster, act);
    }

    function test_RevertWhen_TheCallerIsNotThePoster() public {
        uint256 id = funded();
        expectNotPoster(id, worker);
        vm.prank(worker);
        escrow.cancelTask(id);
    }

    function test_WhenTheCallerIsThePoster() public {
        uint256 id = funded();
        Balances memory before = balances();
        expectEvent();
        emit ITaskEscrow.TaskCancelled(id, poster, REWARD - CANCEL_FEE, CANCEL_FEE, treasury);
        vm.prank(poster);
        escrow.cancelTask(id);
        assertPaid(before, REWARD - CANCEL_FEE, 0, CANCEL_FEE);
        assertSettled(id, ITaskEscrow.State.Cancelled);
    }

    function test_GivenTheTaskIsNoLongerOpen() public {
        uint256 id = funded();
        warpPast(id);
        vm.prank(poster);
        escrow.cancelTask(id);
        assertSettled(id, ITaskEscrow.State.Cancelled);
    }
}
