// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { Base } from "../Base.t.sol";

contract CreateTaskWithPermit is Base {
    function setUp() public override {
        super.setUp();
        vm.prank(poster);
        usdc.approve(address(escrow), 0);
    }

    function createWith(ITaskEscrow.Permit memory permit) private returns (uint256) {
        vm.prank(poster);
        return escrow.createTaskWithPermit(terms(), permit);
    }

    function test_WhenThePermitIsGood() public {
        uint256 id = createWith(permitFor(posterKey, poster, REWARD));
        assertEq(id, 1);
        assertState(id, ITaskEscrow.State.Funded);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
        assertEq(usdc.allowance(poster, address(escrow)), 0);
    }

    function test_GivenAnotherAccountUsedThePermitFirst() public {
        ITaskEscrow.Permit memory p = permitFor(posterKey, poster, REWARD);
        usdc.permit(poster, address(escrow), p.value, p.deadline, p.v, p.r, p.s);
        assertState(createWith(p), ITaskEscrow.State.Funded);
    }

    function test_WhenThePermitIsBadButTheAllowanceSuffices() public {
        vm.prank(poster);
        usdc.approve(address(escrow), REWARD);
        assertState(createWith(permitFor(workerKey, poster, REWARD)), ITaskEscrow.State.Funded);
    }

    function test_RevertWhen_ThePermitIsBadAndTheAllowanceDoesNotSuffice() public {
        ITaskEscrow.Permit memory p = permitFor(workerKey, poster, REWARD);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientAllowance.selector, address(escrow), 0, REWARD)
        );
        createWith(p);
    }
}
