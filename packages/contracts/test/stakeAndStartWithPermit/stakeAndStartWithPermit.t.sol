// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { Base } from "../Base.t.sol";

contract StakeAndStartWithPermit is Base {
    function setUp() public override {
        super.setUp();
        vm.prank(worker);
        usdc.approve(address(escrow), 0);
    }

    function startWith(uint256 id, ITaskEscrow.Permit memory permit) private {
        vm.prank(worker);
        escrow.stakeAndStartWithPermit(id, agreed(), noVoucher(), permit);
    }

    function test_WhenThePermitIsGood() public {
        uint256 id = funded();
        startWith(id, permitFor(workerKey, worker, STAKE));
        assertState(id, ITaskEscrow.State.Started);
        assertEq(escrow.getTask(id).worker, worker);
        assertEq(usdc.balanceOf(address(escrow)), REWARD + STAKE);
    }

    function test_GivenAnotherAccountUsedThePermitFirst() public {
        uint256 id = funded();
        ITaskEscrow.Permit memory p = permitFor(workerKey, worker, STAKE);
        usdc.permit(worker, address(escrow), p.value, p.deadline, p.v, p.r, p.s);
        startWith(id, p);
        assertState(id, ITaskEscrow.State.Started);
    }

    function test_RevertWhen_ThePermitIsBadAndTheAllowanceDoesNotSuffice() public {
        uint256 id = funded();
        ITaskEscrow.Permit memory p = permitFor(posterKey, worker, STAKE);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(escrow), 0, STAKE)
        );
        startWith(id, p);
    }
}
